internal import ApusBytes
internal import ApusNames

/// A route from the kernel's table, or the kernel's choice of a route for one address.
///
///     struct rtmsg {
///         unsigned char rtm_family;   unsigned char rtm_dst_len;  unsigned char rtm_src_len;
///         unsigned char rtm_tos;      unsigned char rtm_table;    unsigned char rtm_protocol;
///         unsigned char rtm_scope;    unsigned char rtm_type;     unsigned int rtm_flags;
///     };
///
/// RFC 3549 section 3.1.3.
struct NetworkRoute: Equatable, Sendable {
  enum Family: UInt8, Sendable {
    case ipv4 = 2
    case ipv6 = 10
  }

  let family: Family
  /// The number of address bits that the route compares, which is zero for a default route.
  let prefixLength: UInt8
  /// The kind of the route. Routes of the kinds 1 to 5 deliver packets, and routes of higher kinds
  /// drop packets.
  let kind: UInt8
  var table: UInt32
  /// The priority of the route. The kernel uses the route with the lowest number.
  var priority: UInt32 = 0
  /// The interfaces through which packets leave the machine.
  var links: [UInt32] = []
  /// The source address of packets. The value is `nil` if the kernel has not chosen a source
  /// address.
  var source: HostAddress?
  /// The destination address in the request for this route.
  var target: HostAddress?

  init(family: Family, prefixLength: UInt8, kind: UInt8 = 1, table: UInt32 = mainTable) {
    self.family = family
    self.prefixLength = prefixLength
    self.kind = kind
    self.table = table
  }

  /// Parses the body of a route message. The result is `nil` for an address family other than IPv4
  /// and IPv6.
  init?(from body: inout ByteReader) throws(DecodeError) {
    guard let family = Family(rawValue: try body.readUInt8()) else { return nil }
    let prefixLength = try body.readUInt8()
    _ = try body.readUInt16()
    let table = UInt32(try body.readUInt8())
    _ = try body.readUInt16()
    let kind = try body.readUInt8()
    let isDead = try body.readOwnUInt32() & Self.deadFlag != 0
    self.init(family: family, prefixLength: prefixLength, kind: kind, table: table)
    try body.readAttributes { (attribute) throws(DecodeError) in
      switch attribute.kind {
      case Attribute.link where !isDead: links.append(try attribute.number())
      case Attribute.priority: priority = try attribute.number()
      case Attribute.source: source = try HostAddress(family: family.rawValue, attribute.value)
      case Attribute.several: links += try Self.links(ofSeveral: attribute.value)
      case Attribute.table: self.table = try attribute.number()
      default: break
      }
    }
  }

  static let mainTable: UInt32 = 254
  /// The kind of a route to this machine: `RTN_LOCAL`.
  static let localKind: UInt8 = 2
  private static let deadFlag: UInt32 = 1

  private enum Attribute {
    static let link: UInt16 = 4
    static let priority: UInt16 = 6
    static let source: UInt16 = 7
    static let several: UInt16 = 9
    static let table: UInt16 = 15
  }

  /// Reads the interfaces of a multipath route.
  ///
  ///     struct rtnexthop {
  ///         unsigned short rtnh_len;  unsigned char rtnh_flags;  unsigned char rtnh_hops;
  ///         int rtnh_ifindex;
  ///     };
  private static func links(ofSeveral value: ByteReader) throws(DecodeError) -> [UInt32] {
    var (value, links) = (value, [UInt32]())
    while !value.isAtEnd {
      let start = value.offset
      let length = Int(try value.readOwnUInt16())
      guard length >= 8 else {
        throw .lengthOutOfRange(at: start, length: length, allowed: 8...Int(UInt16.max))
      }
      let flags = UInt32(try value.readUInt8())
      _ = try value.readUInt8()
      let link = try value.readOwnUInt32()
      _ = try value.readSlice(length - 8)
      _ = try value.readSlice(min((4 - length % 4) % 4, value.remaining))
      if flags & deadFlag == 0 { links.append(link) }
    }
    return links
  }

  /// A Boolean value that indicates whether the route delivers packets instead of dropping or
  /// rejecting them.
  var leadsOn: Bool { 1...5 ~= kind }

  /// Returns the default routes for packets: the routes of each address family with the lowest
  /// priority, in the tables that the kernel uses without custom rules.
  static func defaults(among routes: [NetworkRoute]) -> [NetworkRoute] {
    let defaults = routes.filter { $0.prefixLength == 0 && 253...254 ~= $0.table }
    return [Family.ipv4, .ipv6].flatMap { family in
      let own = defaults.filter { $0.family == family }
      let first = own.map(\.priority).min()
      return own.filter { $0.priority == first }
    }
  }
}
