internal import ApusBytes
internal import ApusNames

/// A request to the kernel about network interfaces, addresses and routes.
///
/// RFC 3549 sections 2.3.2 and 3.1.
enum RouteRequest: Equatable {
  case link(UInt32)
  case addresses
  case routes
  /// A request for the route of packets to an address.
  case route(to: HostAddress)

  /// Returns the encoded netlink request with a sequence number, which the responses repeat.
  func message(sequence: UInt32) -> [UInt8] {
    let body = body
    var writer = ByteWriter(capacity: NetlinkMessage.headerLength + body.count)
    writer.write(own: UInt32(NetlinkMessage.headerLength + body.count))
    writer.write(own: kind)
    writer.write(own: flags)
    writer.write(own: sequence)
    writer.write(own: UInt32(0))
    writer.write(body)
    return writer.bytes
  }

  private var kind: UInt16 {
    switch self {
    case .link: NetlinkMessage.Kind.getLink
    case .addresses: NetlinkMessage.Kind.getAddress
    case .routes, .route: NetlinkMessage.Kind.getRoute
    }
  }

  /// A Boolean value that indicates whether the response to the request is a list.
  var isList: Bool {
    switch self {
    case .addresses, .routes: true
    case .link, .route: false
    }
  }

  private var flags: UInt16 {
    let (request, list): (UInt16, UInt16) = (0x1, 0x300)
    return isList ? request | list : request
  }

  /// The body of the netlink request. The address family is unspecified if the request contains no
  /// address.
  private var body: [UInt8] {
    var writer = ByteWriter(capacity: 40)
    switch self {
    case .link(let index):
      writer.write(UInt32(0))
      writer.write(own: index)
      writer.write(UInt64(0))
    case .addresses: writer.write(UInt64(0))
    case .routes: for _ in 0..<3 { writer.write(UInt32(0)) }
    case .route(.ipv4(let address)):
      writer.write(target: .ipv4, bits: 32)
      writer.write(own: UInt16(8))
      writer.write(own: UInt16(1))
      writer.write(address.value)
    case .route(.ipv6(let address, let zone)):
      writer.write(target: .ipv6, bits: 128)
      writer.write(own: UInt16(20))
      writer.write(own: UInt16(1))
      writer.write(UInt64(truncatingIfNeeded: address.value >> 64))
      writer.write(UInt64(truncatingIfNeeded: address.value))
      if zone != 0 {
        writer.write(own: UInt16(8))
        writer.write(own: UInt16(4))
        writer.write(own: zone)
      }
    }
    return writer.bytes
  }
}

extension ByteWriter {
  fileprivate mutating func write(own value: UInt16) { write(UInt16(bigEndian: value)) }

  fileprivate mutating func write(own value: UInt32) { write(UInt32(bigEndian: value)) }

  /// Writes the header of a request for the route to one address.
  fileprivate mutating func write(target family: NetworkRoute.Family, bits: UInt8) {
    write(family.rawValue)
    write(bits)
    write(UInt16(0))
    write(UInt64(0))
  }
}
