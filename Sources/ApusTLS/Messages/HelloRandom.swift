import ApusBytes

/// The random bytes of a ClientHello or a ServerHello.
///
///     opaque Random[32];
///
/// RFC 8446 section 4.1.2, and section 4.1.3 for the meaning of the last eight bytes.
struct HelloRandom: Equatable, Sendable {
  static let byteCount = 32

  let bytes: [UInt8]

  init(using random: some RandomSource) throws(RandomError) {
    bytes = try random.bytes(Self.byteCount)
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    bytes = try reader.readBytes(Self.byteCount)
  }

  /// Creates the random field of a ClientHello or a ServerHello from 32 random bytes.
  init(_ bytes: some Collection<UInt8>) {
    precondition(bytes.count == Self.byteCount, "a hello has 32 random bytes")
    self.bytes = Array(bytes)
  }

  func write(to writer: inout ByteWriter) { writer.write(bytes) }

  /// The fixed random bytes of a HelloRetryRequest: the SHA-256 digest of the text
  /// `HelloRetryRequest`.
  static let helloRetryRequest = HelloRandom([
    0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8, 0x91,
    0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8, 0x33, 0x9c,
  ])

  /// A Boolean value that indicates whether the random bytes contain the downgrade mark of a TLS
  /// 1.3 server.
  var tellsOfDowngrade: Bool {
    let end = bytes.suffix(8)
    return end.elementsEqual(Self.downgradeToTLS12) || end.elementsEqual(Self.downgradeToTLS11)
  }

  /// The downgrade mark for a negotiated TLS 1.2, which consists of `DOWNGRD` and the byte 1.
  static let downgradeToTLS12: [UInt8] = Array("DOWNGRD".utf8) + [1]
  /// The downgrade mark for a negotiated version below TLS 1.2, which consists of `DOWNGRD` and the
  /// byte 0.
  static let downgradeToTLS11: [UInt8] = Array("DOWNGRD".utf8) + [0]
}
