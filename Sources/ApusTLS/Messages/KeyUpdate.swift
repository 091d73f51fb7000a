import ApusBytes

/// That a peer goes on with its next key, and perhaps that the other shall as well.
///
///     enum {
///         update_not_requested(0), update_requested(1), (255)
///     } KeyUpdateRequest;
///
///     struct {
///         KeyUpdateRequest request_update;
///     } KeyUpdate;
///
/// RFC 8446 section 4.6.3. The number is kept as it came: another one is forbidden by rule, not by
/// grammar.
struct KeyUpdate: HandshakeMessage {
  static var handshakeType: HandshakeType { .keyUpdate }

  static let notRequested = KeyUpdate(0)
  static let requested = KeyUpdate(1)

  var requestUpdate: UInt8

  init(_ requestUpdate: UInt8) { self.requestUpdate = requestUpdate }

  init(from reader: inout ByteReader) throws(DecodeError) {
    requestUpdate = try reader.readUInt8()
  }

  func write(to writer: inout ByteWriter) { writer.write(requestUpdate) }
}
