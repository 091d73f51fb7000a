import ApusBytes

/// The ClientHello fields that determine the credential of a server.
///
///     struct {
///         ProtocolVersion legacy_version = 0x0303;
///         Random random;
///         opaque legacy_session_id<0..32>;
///         CipherSuite cipher_suites<2..2^16-2>;
///         opaque legacy_compression_methods<1..2^8-1>;
///         Extension extensions<8..2^16-1>;
///     } ClientHello;
///
/// RFC 8446 section 4.1.2.
struct ShimHello: Equatable {
  /// The signature schemes of the extension `signature_algorithms`. RFC 8446 section 4.2.3.
  var schemes: [UInt16] = []
  /// The names of the extension `certificate_authorities` in DER. RFC 8446 section 4.2.4.
  var authorities: [[UInt8]] = []

  /// Parses the ClientHello message from a stream of TLS records. The result is `nil` if more bytes
  /// are needed.
  ///
  /// A malformed message has no schemes and no authorities, because the server's own parser ends
  /// the handshake.
  init?(records: [UInt8]) {
    guard let message = Self.message(in: records) else { return nil }
    do throws(DecodeError) { try read(message) } catch { self = ShimHello() }
  }

  private init() {}

  /// Returns the handshake messages of the received TLS records, or `nil` if the first message is
  /// not complete.
  private static func message(in records: [UInt8]) -> [UInt8]? {
    var stream = ByteReader(records)
    var content: [UInt8] = []
    while true {
      if content.count >= 4 {
        let count = content[1...3].reduce(0) { $0 << 8 | Int($1) }
        if content.count - 4 >= count { return Array(content[4..<(4 + count)]) }
      }
      guard !stream.isAtEnd else { return nil }
      do throws(DecodeError) {
        // The TLS server itself handles records of other types.
        guard try stream.readUInt8() == 22 else { return [] }
        _ = try stream.readUInt16()
        content += try stream.readVector16().bytes()
      } catch {
        return nil
      }
    }
  }

  private mutating func read(_ message: [UInt8]) throws(DecodeError) {
    var hello = ByteReader(message)
    _ = try hello.readBytes(34)
    _ = try hello.readVector8()
    _ = try hello.readVector16()
    _ = try hello.readVector8()
    var extensions = try hello.readVector16()
    while !extensions.isAtEnd {
      let type = try extensions.readUInt16()
      var value = try extensions.readVector16()
      guard type == 13 || type == 47 else { continue }
      var list = try value.readVector16()
      while !list.isAtEnd {
        if type == 13 {
          schemes.append(try list.readUInt16())
        } else {
          authorities.append(try list.readVector16().bytes())
        }
      }
    }
  }
}
