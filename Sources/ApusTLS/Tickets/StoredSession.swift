internal import ApusBytes

/// The encoded fields of a stored TLS session after its secret.
///
///     struct {
///         opaque host<0..255>;
///         uint16 port;
///         opaque configuration<0..255>;
///         uint64 received;                /* milliseconds since 1970 */
///         uint32 lifetime;                /* seconds */
///         uint32 age_add;
///         uint32 early_data_limit;
///         opaque ticket<0..2^14>;
///         opaque session_id<0..32>;
///         opaque client_digest<0..32>;            /* none, or all 32 */
///         opaque application_protocols<0..256>;   /* none or one: opaque<0..255> */
///         opaque path<0..2^24-1>;         /* certificates: opaque<1..2^24-1>, the leaf first */
///     } StoredSession;
///
/// The format of a stored session is private to this library, and is written in the language of RFC
/// 8446 section 3.
struct StoredSession: Equatable {
  /// The maximum number of certificates in the certification path of a stored session.
  static let pathLimit = 32
  /// The number of bytes of a certificate's SHA-256 digest.
  static let digestByteCount = 32

  var host: [UInt8]
  var port: UInt16
  var configuration: [UInt8]
  var received: UInt64
  var lifetime: UInt32
  var ageAdd: UInt32
  var earlyDataLimit: UInt32
  var ticket: [UInt8]
  var sessionID: [UInt8]
  var clientDigest: [UInt8]?
  var applicationProtocol: [UInt8]?
  var path: [[UInt8]]

  init(from reader: inout ByteReader) throws(DecodeError) {
    host = try reader.readVector8(atMost: TLS.SessionScope.hostByteLimit).bytes()
    port = try reader.readUInt16()
    configuration = try reader.readVector8().bytes()
    received = try reader.readUInt64()
    lifetime = try reader.readUInt32()
    ageAdd = try reader.readUInt32()
    earlyDataLimit = try reader.readUInt32()
    ticket = try reader.readVector16(atMost: TLS.Session.ticketByteLimit).bytes()
    sessionID = try reader.readVector8(atMost: 32).bytes()
    let digest = try reader.readVector8(atMost: Self.digestByteCount)
    guard digest.isAtEnd || digest.remaining == Self.digestByteCount else {
      throw .lengthOutOfRange(
        at: digest.offset, length: digest.remaining,
        allowed: Self.digestByteCount...Self.digestByteCount)
    }
    clientDigest = digest.isAtEnd ? nil : digest.bytes()
    var protocols = try reader.readVector16()
    applicationProtocol = protocols.isAtEnd ? nil : try protocols.readVector8().bytes()
    try protocols.finish()
    var list = try reader.readVector24()
    path = []
    while !list.isAtEnd, path.count < Self.pathLimit {
      path.append(try list.readVector24(atLeast: 1).bytes())
    }
    try list.finish()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector8 { $0.write(host) }
    writer.write(port)
    try writer.writeVector8 { $0.write(configuration) }
    writer.write(received)
    writer.write(lifetime)
    writer.write(ageAdd)
    writer.write(earlyDataLimit)
    try writer.writeVector16 { $0.write(ticket) }
    try writer.writeVector8 { $0.write(sessionID) }
    try writer.writeVector8 { $0.write(clientDigest ?? []) }
    try writer.writeVector16 { (list) throws(EncodeError) in
      if let applicationProtocol { try list.writeVector8 { $0.write(applicationProtocol) } }
    }
    try writer.writeVector24 { (list) throws(EncodeError) in
      for certificate in path { try list.writeVector24 { $0.write(certificate) } }
    }
  }
}

extension StoredSession {
  init(_ session: TLS.Session) {
    host = Array(session.scope.host.utf8)
    port = session.scope.port
    configuration = session.scope.configuration
    received = UInt64(bitPattern: session.received.millisecondsSinceEpoch)
    lifetime = session.lifetime
    ageAdd = session.ageAdd
    earlyDataLimit = session.earlyDataLimit
    ticket = session.ticket
    sessionID = session.sessionID
    clientDigest = session.clientDigest
    applicationProtocol = session.applicationProtocol
    path = session.certificates.map(\.der)
  }
}
