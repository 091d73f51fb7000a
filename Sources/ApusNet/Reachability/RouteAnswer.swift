internal import ApusBytes

/// The response to one netlink request, which the kernel sends in several messages.
struct RouteAnswer {
  private(set) var links: [NetworkLink] = []
  private(set) var addresses: [LocalAddress] = []
  private(set) var routes: [NetworkRoute] = []
  /// A Boolean value that indicates whether the list in the response is inconsistent.
  private(set) var isInconsistent = false
  /// The result code at the end of the response: 0 or a negated errno. The value is `nil` until the
  /// response is complete.
  private(set) var end: Int64?

  private let request: RouteRequest
  private let sequence: UInt32

  /// The maximum number of addresses or default routes in a list. A longer list is rejected.
  static let listLimit = 65_536

  init(to request: RouteRequest, sequence: UInt32) {
    self.request = request
    self.sequence = sequence
  }

  /// Parses the messages of one received datagram, and ignores responses to other requests.
  mutating func take(_ piece: [UInt8]) throws(DecodeError) {
    var reader = ByteReader(piece)
    while !reader.isAtEnd, end == nil {
      let message = try NetlinkMessage(from: &reader)
      guard message.sequence == sequence else { continue }
      try take(message)
    }
  }

  private mutating func take(_ message: NetlinkMessage) throws(DecodeError) {
    isInconsistent = isInconsistent || message.isInconsistent
    var body = message.body
    switch message.kind {
    case NetlinkMessage.Kind.error: end = try message.errorNumber()
    // The kernel may end a list with an error code.
    case NetlinkMessage.Kind.done: end = body.remaining >= 4 ? try message.errorNumber() : 0
    case NetlinkMessage.Kind.newLink: links.append(try NetworkLink(from: &body))
    case NetlinkMessage.Kind.newAddress:
      if let address = try LocalAddress(from: &body) { addresses.append(address) }
    case NetlinkMessage.Kind.newRoute:
      guard let route = try NetworkRoute(from: &body) else { break }
      // A routing table may contain a million routes, and only a few of them are default routes.
      if !request.isList || route.prefixLength == 0 { routes.append(route) }
    default: break
    }
    if end == nil, !request.isList, !(links.isEmpty && routes.isEmpty) { end = 0 }
    let count = max(addresses.count, routes.count)
    guard count <= Self.listLimit else {
      throw .lengthOutOfRange(at: 0, length: count, allowed: 0...Self.listLimit)
    }
  }
}
