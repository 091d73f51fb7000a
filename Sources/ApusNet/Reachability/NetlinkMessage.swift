internal import ApusBytes

/// One netlink message of a sequence from the kernel.
///
///     struct nlmsghdr {
///         __u32 nlmsg_len;   __u16 nlmsg_type;  __u16 nlmsg_flags;
///         __u32 nlmsg_seq;   __u32 nlmsg_pid;
///     };
///
/// The length includes the header, and messages are aligned to four bytes. All numbers are in the
/// byte order of this machine. RFC 3549 section 2.3.2.
struct NetlinkMessage {
  let kind: UInt16
  let flags: UInt16
  let sequence: UInt32
  /// The bytes of the message after the header.
  let body: ByteReader

  init(from reader: inout ByteReader) throws(DecodeError) {
    let start = reader.offset
    let length = Int(try reader.readOwnUInt32())
    guard length >= Self.headerLength else {
      throw .lengthOutOfRange(
        at: start, length: length, allowed: Self.headerLength...Int(UInt32.max))
    }
    kind = try reader.readOwnUInt16()
    flags = try reader.readOwnUInt16()
    sequence = try reader.readOwnUInt32()
    _ = try reader.readUInt32()
    body = try reader.readSlice(length - Self.headerLength)
    try reader.skipPadding(behind: length)
  }

  static let headerLength = 16

  /// A Boolean value that indicates whether the listed objects changed while the kernel sent the
  /// list.
  var isInconsistent: Bool { flags & 0x10 != 0 }

  /// The kinds of netlink messages.
  enum Kind {
    static let error: UInt16 = 2
    static let done: UInt16 = 3
    static let newLink: UInt16 = 16
    static let getLink: UInt16 = 18
    static let newAddress: UInt16 = 20
    static let deleteAddress: UInt16 = 21
    static let getAddress: UInt16 = 22
    static let newRoute: UInt16 = 24
    static let getRoute: UInt16 = 26
  }

  /// Returns the result code at the end of a kernel response, which is 0 or a negated errno.
  ///
  ///     struct nlmsgerr { int error; struct nlmsghdr msg; };
  func errorNumber() throws(DecodeError) -> Int64 {
    var body = body
    return Int64(Int32(bitPattern: try body.readOwnUInt32()))
  }
}

/// One attribute of a netlink message.
///
///     struct rtattr { unsigned short rta_len; unsigned short rta_type; };
///
/// The length includes these four bytes, and attributes are aligned to four bytes. The two high
/// bits of the type are flags for the form of the value. RFC 3549 section 3.1.
struct NetlinkAttribute {
  let kind: UInt16
  let value: ByteReader

  init(from reader: inout ByteReader) throws(DecodeError) {
    let start = reader.offset
    let length = Int(try reader.readOwnUInt16())
    guard length >= 4 else {
      throw .lengthOutOfRange(at: start, length: length, allowed: 4...Int(UInt16.max))
    }
    kind = try reader.readOwnUInt16() & 0x3fff
    value = try reader.readSlice(length - 4)
    try reader.skipPadding(behind: length)
  }

  /// Returns the value of the netlink attribute as a 32-bit number.
  func number() throws(DecodeError) -> UInt32 {
    var value = value
    let number = try value.readOwnUInt32()
    try value.finish()
    return number
  }

  /// The value of the netlink attribute as text, without the terminating zero byte.
  var text: [UInt8] {
    value.withBytes { $0.copy() }.split(separator: 0).first.map(Array.init) ?? []
  }
}

extension ByteReader {
  /// Reads a 16-bit number in the byte order of this machine.
  mutating func readOwnUInt16() throws(DecodeError) -> UInt16 {
    UInt16(bigEndian: try readUInt16())
  }

  /// Reads a 32-bit number in the byte order of this machine.
  mutating func readOwnUInt32() throws(DecodeError) -> UInt32 {
    UInt32(bigEndian: try readUInt32())
  }

  /// Reads all netlink attributes up to the end of the bytes.
  mutating func readAttributes(
    _ take: (NetlinkAttribute) throws(DecodeError) -> Void
  ) throws(DecodeError) {
    while !isAtEnd { try take(NetlinkAttribute(from: &self)) }
  }

  /// Skips the padding to a multiple of four bytes. The last netlink attribute may have no padding.
  fileprivate mutating func skipPadding(behind length: Int) throws(DecodeError) {
    _ = try readSlice(Swift.min((4 - length % 4) % 4, remaining))
  }
}
