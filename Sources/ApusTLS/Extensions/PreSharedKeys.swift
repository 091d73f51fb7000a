import ApusBytes

/// The sessions that a client offers to resume, with a binder that proves possession of each
/// session key.
///
///     struct {
///         opaque identity<1..2^16-1>;
///         uint32 obfuscated_ticket_age;
///     } PskIdentity;
///
///     opaque PskBinderEntry<32..255>;
///
///     struct {
///         PskIdentity identities<7..2^16-1>;
///         PskBinderEntry binders<33..2^16-1>;
///     } OfferedPsks;
///
/// RFC 8446 section 4.2.11.
struct PreSharedKeys: ExtensionValue {
  static var extensionType: ExtensionType { .preSharedKey }

  /// A session ticket with its age, which the client obfuscates with a random number from the
  /// server.
  struct Identity: Equatable, Sendable {
    var ticket: [UInt8]
    var obfuscatedAge: UInt32
  }

  var identities: [Identity]
  var binders: [[UInt8]]

  init(_ identities: [Identity], binders: [[UInt8]]) {
    self.identities = identities
    self.binders = binders
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    var list = try reader.readVector16(atLeast: 7)
    identities = []
    while !list.isAtEnd {
      let ticket = try list.readVector16(atLeast: 1).bytes()
      identities.append(Identity(ticket: ticket, obfuscatedAge: try list.readUInt32()))
    }
    var proofs = try reader.readVector16(atLeast: 33)
    binders = []
    while !proofs.isAtEnd { binders.append(try proofs.readVector8(atLeast: 32).bytes()) }
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) {
    try writer.writeVector16 { list throws(EncodeError) in
      for identity in identities {
        try list.writeVector16(identity.ticket)
        list.write(identity.obfuscatedAge)
      }
    }
    try writer.writeVector16 { list throws(EncodeError) in
      for binder in binders { try list.writeVector8(binder) }
    }
  }

  /// The number of bytes of the binder list at the end of the ClientHello, with the list's length
  /// prefix.
  ///
  /// A binder does not cover the binder list. RFC 8446 section 4.2.11.2.
  var binderByteCount: Int { binders.reduce(2) { $0 + 1 + $1.count } }
}

/// The index, in the client's list, of the session that the server resumes.
///
///     uint16 selected_identity;
///
/// RFC 8446 section 4.2.11.
struct SelectedPreSharedKey: ExtensionValue {
  static var extensionType: ExtensionType { .preSharedKey }

  var index: UInt16

  init(_ index: UInt16) { self.index = index }

  init(from reader: inout ByteReader) throws(DecodeError) { index = try reader.readUInt16() }

  func write(to writer: inout ByteWriter) { writer.write(index) }
}

/// The key exchange modes that a client supports for a resumed session.
///
///     enum { psk_ke(0), psk_dhe_ke(1), (255) } PskKeyExchangeMode;
///
///     struct {
///         PskKeyExchangeMode ke_modes<1..255>;
///     } PskKeyExchangeModes;
///
/// RFC 8446 section 4.2.9.
struct PSKKeyExchangeModes: ExtensionValue {
  static var extensionType: ExtensionType { .pskKeyExchangeModes }

  /// The key exchange mode with Diffie-Hellman, which is the only mode that the client offers.
  static let withDiffieHellman: UInt8 = 1

  var modes: [UInt8]

  init(_ modes: [UInt8]) { self.modes = modes }

  init(from reader: inout ByteReader) throws(DecodeError) {
    modes = try reader.readVector8(atLeast: 1).bytes()
  }

  func write(to writer: inout ByteWriter) throws(EncodeError) { try writer.writeVector8(modes) }
}

/// The extension that announces or accepts early data.
///
/// A server reads the extension only to reject the early data of a client.
///
/// RFC 8446 section 4.2.10.
struct EarlyData: EmptyExtension {
  static var extensionType: ExtensionType { .earlyData }
}

/// The maximum number of bytes of early data for a session ticket.
///
///     uint32 max_early_data_size;
///
/// RFC 8446 section 4.2.10.
struct EarlyDataLimit: ExtensionValue {
  static var extensionType: ExtensionType { .earlyData }

  var byteCount: UInt32

  init(_ byteCount: UInt32) { self.byteCount = byteCount }

  init(from reader: inout ByteReader) throws(DecodeError) { byteCount = try reader.readUInt32() }

  func write(to writer: inout ByteWriter) { writer.write(byteCount) }
}
