import ApusBytes

/// The message with a session ticket for the resumption of a TLS 1.3 session.
///
///     struct {
///         uint32 ticket_lifetime;
///         uint32 ticket_age_add;
///         opaque ticket_nonce<0..255>;
///         opaque ticket<1..2^16-1>;
///         Extension extensions<0..2^16-2>;
///     } NewSessionTicket;
///
/// RFC 8446 section 4.6.1.
struct NewSessionTicket: HandshakeMessage {
  static var handshakeType: HandshakeType { .newSessionTicket }

  /// The lifetime of the session ticket in seconds, or zero if the client must discard the ticket
  /// immediately.
  var lifetime: UInt32
  var ageAdd: UInt32
  var nonce: [UInt8]
  var ticket: [UInt8]
  var extensions = ExtensionList()

  init(lifetime: UInt32, ageAdd: UInt32, nonce: [UInt8], ticket: [UInt8]) {
    self.lifetime = lifetime
    self.ageAdd = ageAdd
    self.nonce = nonce
    self.ticket = ticket
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    lifetime = try reader.readUInt32()
    ageAdd = try reader.readUInt32()
    nonce = try reader.readVector8().bytes()
    ticket = try reader.readVector16(atLeast: 1).bytes()
    extensions = try ExtensionList(from: &reader)
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(lifetime)
    writer.write(ageAdd)
    try writer.writeVector8(nonce)
    try writer.writeVector16(ticket)
    try extensions.write(to: &writer)
  }
}

/// The message with a session ticket for the resumption of a TLS 1.2 session. An empty ticket
/// withdraws the server's offer of a ticket.
///
///     struct {
///         uint32 ticket_lifetime_hint;
///         opaque ticket<0..2^16-1>;
///     } NewSessionTicket;
///
/// RFC 5077 section 3.3.
struct NewSessionTicket12: HandshakeMessage {
  static var handshakeType: HandshakeType { .newSessionTicket }

  /// The lifetime of the session ticket in seconds, or zero if the server does not specify a
  /// lifetime.
  var lifetimeHint: UInt32
  var ticket: [UInt8]

  init(lifetimeHint: UInt32, ticket: [UInt8]) {
    self.lifetimeHint = lifetimeHint
    self.ticket = ticket
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    lifetimeHint = try reader.readUInt32()
    ticket = try reader.readVector16().bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    writer.write(lifetimeHint)
    try writer.writeVector16(ticket)
  }
}

/// The message that announces a peer's new sending key, and can request a key update from the other
/// side.
///
///     enum {
///         update_not_requested(0), update_requested(1), (255)
///     } KeyUpdateRequest;
///
///     struct {
///         KeyUpdateRequest request_update;
///     } KeyUpdate;
///
/// RFC 8446 section 4.6.3. The number of the request is stored as received, and the handshake code
/// rejects unknown numbers.
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
