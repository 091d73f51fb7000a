import ApusBytes
import ApusCrypto

@testable import ApusTLS

/// Creates records according to their definition, with the same key for every test, including
/// records that no writer creates.
///
/// RFC 8446 section 5.2, RFC 5246 section 6.2.3.3, RFC 5288 section 3, RFC 7905 section 2.
struct RecordMaker {
  let suite: TLS.CipherSuite

  /// One suite for each cipher and version.
  static let suites: [TLS.CipherSuite] = [
    .aes128GCM, .aes256GCM, .chaCha20Poly1305, .ecdheRSAWithAES128GCM, .ecdheRSAWithAES256GCM,
    .ecdheRSAWithChaCha20Poly1305,
  ]

  init(_ suite: TLS.CipherSuite) { self.suite = suite }

  private var key: [UInt8] { (0..<suite.cipher.keyByteCount).map { UInt8($0 + 1) } }
  private var iv: [UInt8] {
    (0..<RecordProtection.ivByteCount(suite)).map { UInt8(0xa0 + $0) }
  }

  /// Returns a protection that starts with the first record.
  func protection() -> RecordProtection {
    RecordProtection(
      suite, key: SecretBytes(copying: key.span), iv: SecretBytes(copying: iv.span))
  }

  /// Returns an unencrypted record.
  static func plain(_ type: UInt8, _ content: [UInt8], version: UInt16 = 0x0303) -> [UInt8] {
    [type, UInt8(version >> 8), UInt8(version & 0xff), UInt8(content.count >> 8)]
      + [UInt8(content.count & 0xff)] + content
  }

  /// Returns the record with a number, with zeros after its type in TLS 1.3.
  func sealed(
    _ type: UInt8, _ content: [UInt8], number: UInt64, padding: Int = 0
  ) throws -> [UInt8] {
    let isTLS13 = suite.version == .tls13
    let inner = isTLS13 ? content + [type] + [UInt8](repeating: 0, count: padding) : content
    return try seal(inner, outerType: isTLS13 ? 23 : type, number: number)
  }

  /// Returns the record with a number and an inner plaintext.
  func seal(_ inner: [UInt8], outerType: UInt8, number: UInt64) throws -> [UInt8] {
    let sequence = (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (7 - $0))) }
    let isExplicit = iv.count == 4
    let nonce =
      isExplicit
      ? iv + sequence : zip(iv, [0, 0, 0, 0] + sequence).map { $0 ^ $1 }
    let count = inner.count + 16 + (isExplicit ? 8 : 0)
    let header = [outerType, 3, 3, UInt8(count >> 8 & 0xff), UInt8(count & 0xff)]
    let data =
      suite.version == .tls13
      ? header : sequence + header[..<3] + [UInt8(inner.count >> 8), UInt8(inner.count & 0xff)]
    let aead = try AEADKey(suite.cipher, key.span)
    let sealed = try aead.seal(inner.span, nonce: nonce.span, additionalData: data.span)
    return header + (isExplicit ? sequence : []) + sealed
  }

  /// Returns a reader with the key that accepts application data.
  func reader() throws -> RecordReader {
    var reader = RecordReader { _ in 1 << 16 }
    try reader.setProtection(protection())
    reader.allowsApplicationData = true
    return reader
  }
}

/// A reader's events for bytes that are received in pieces.
struct RecordReading: Equatable {
  var events: [RecordReader.Event] = []
  var applicationData: [UInt8] = []
  var failure: TLSError?

  /// Passes a reader pieces of a size; application data is consumed at once, or never.
  init(
    _ bytes: [UInt8], pieceSize: Int, by reader: inout RecordReader, isConsuming: Bool = true
  ) {
    var at = 0
    do throws(TLSError) {
      repeat {
        let end = min(bytes.count, at + pieceSize)
        reader.inbox.append(bytes.span.extracting(at..<end))
        at = end
        try drain(&reader, isConsuming)
      } while at < bytes.count
    } catch {
      failure = error
    }
    if !isConsuming { applicationData = reader.inbox.withApplicationData { $0.copy() } }
  }

  private mutating func drain(
    _ reader: inout RecordReader, _ isConsuming: Bool
  ) throws(TLSError) {
    while true {
      let event = try reader.next()
      switch event {
      case .incomplete: return
      case .applicationData:
        // The content of each event depends on the received bytes.
        guard isConsuming else { continue }
        applicationData += reader.inbox.withApplicationData { $0.copy() }
        reader.inbox.consumeApplicationData(reader.inbox.applicationCount)
      default: events.append(event)
      }
    }
  }
}
