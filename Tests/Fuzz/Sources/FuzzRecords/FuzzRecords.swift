import FuzzSupport

@testable import ApusTLS

/// The bytes are records, or a script of records to be sealed: a reader has the same result with
/// the complete input and with pieces, and if the opened bytes are consumed immediately or
/// accumulate.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecords(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let setup = Setup(from: &input)
  let stream = setup.suite == nil ? input.bytes : setup.sealed(&input)
  let whole = Reading(of: stream, setup, pieceSize: max(1, stream.count), isConsuming: false)
  for (pieceSize, isConsuming) in [(1, true), (1, false), (setup.pieceSize, true)] {
    let other = Reading(of: stream, setup, pieceSize: pieceSize, isConsuming: isConsuming)
    require(whole == other, "\(whole) and \(other)")
  }
  return 0
}

/// The configuration of a reader.
private struct Setup {
  var suite: TLS.CipherSuite?
  var rule = ControlRecords.ChangeCipherSpecRule.refused
  var allowsApplicationData: Bool
  var plaintextLimit: Int
  var pieceSize: Int

  init(from input: inout Input) {
    let choices = input.takeByte()
    let suites = TLS.CipherSuite.allCases
    if choices & 1 != 0 { suite = suites[(choices >> 4) % suites.count] }
    rule = [.refused, .dropped, .told, .dropped][choices >> 1 & 3]
    allowsApplicationData = choices & 8 == 0
    plaintextLimit = input.takeByte() & 1 == 0 ? RecordLimits.plaintext : 64
    pieceSize = 1 + input.takeByte()
  }

  var protection: RecordProtection? {
    guard let suite else { return nil }
    return RecordProtection(
      suite, key: SecretBytes(zeros: suite.cipher.keyByteCount),
      iv: SecretBytes(zeros: RecordProtection.ivByteCount(suite)))
  }

  /// The records of a script: each step is a kind, a length, and content, which is sealed, or sent
  /// unchanged.
  func sealed(_ input: inout Input) -> [UInt8] {
    var writer = RecordWriter()
    if let protection { writer.setProtection(protection) }
    var stream: [UInt8] = []
    while !input.bytes.isEmpty {
      let (kind, count) = (input.takeByte(), input.takeByte())
      let content = (0..<count).map { _ in UInt8(truncatingIfNeeded: input.takeByte()) }
      if kind & 0x40 != 0 {
        stream += content
      } else {
        let type = ContentType.allCases[kind % 4]
        try? writer.write(type, content.span, to: &stream)
      }
      if kind & 0x80 != 0, let last = stream.indices.last { stream[last] ^= 1 }
    }
    return stream
  }

  var reader: RecordReader {
    var reader = RecordReader { type in type == 11 ? 1 << 16 : 256 }
    if let protection { try? reader.setProtection(protection) }
    reader.changeCipherSpecRule = rule
    reader.allowsApplicationData = allowsApplicationData
    reader.plaintextLimit = plaintextLimit
    return reader
  }
}

/// The results of a reader.
private struct Reading: Equatable {
  var events: [RecordReader.Event] = []
  var data: [UInt8] = []
  var failure: TLSError?

  init(of stream: [UInt8], _ setup: Setup, pieceSize: Int, isConsuming: Bool) {
    var reader = setup.reader
    var at = 0
    do throws(TLSError) {
      while at < stream.count {
        let end = min(stream.count, at + pieceSize)
        reader.inbox.append(stream.span.extracting(at..<end))
        at = end
        try drain(&reader, isConsuming)
      }
    } catch {
      failure = error
    }
    data += reader.inbox.withApplicationData { $0.copy() }
  }

  private mutating func drain(
    _ reader: inout RecordReader, _ isConsuming: Bool
  ) throws(TLSError) {
    while true {
      let event = try reader.next()
      if event == .incomplete { return }
      if event != .applicationData {
        events.append(event)
      } else if isConsuming {
        data += reader.inbox.withApplicationData { $0.copy() }
        reader.inbox.consumeApplicationData(reader.inbox.applicationCount)
      }
    }
  }
}
