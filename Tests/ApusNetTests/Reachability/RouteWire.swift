import ApusBytes

@testable import ApusNet

/// Writes messages as the kernel does.
struct RouteWire {
  private(set) var bytes: [UInt8] = []

  /// A message with its header.
  static func message(
    _ kind: UInt16, flags: UInt16 = 0, sequence: UInt32 = 1, _ body: RouteWire
  ) -> [UInt8] {
    var wire = RouteWire()
    wire.add(UInt32(16 + body.bytes.count))
    wire.add(kind)
    wire.add(flags)
    wire.add(sequence)
    wire.add(UInt32(0))
    wire.bytes += body.bytes
    wire.pad()
    return wire.bytes
  }

  /// The end of a list, or of a response, with its result.
  static func end(_ kind: UInt16 = NetlinkMessage.Kind.done, _ number: Int32 = 0) -> [UInt8] {
    var body = RouteWire()
    body.add(UInt32(bitPattern: number))
    return message(kind, body)
  }

  static func link(
    _ index: UInt32, hardware: UInt16 = 1, flags: UInt32 = 0x41, name: String = "eth0",
    driver: String? = nil
  ) -> [UInt8] {
    var body = RouteWire()
    body.add(UInt16(0))
    body.add(hardware)
    body.add(index)
    body.add(flags)
    body.add(UInt32(0))
    body.add(3, Array(name.utf8) + [0])
    if let driver {
      var nested = RouteWire()
      nested.add(1, Array(driver.utf8) + [0])
      body.add(18 | 0x8000, nested.bytes)
    }
    return message(NetlinkMessage.Kind.newLink, body)
  }

  static func address(
    _ link: UInt32, _ address: [UInt8], peer: [UInt8]? = nil, scope: UInt8 = 0, flags: UInt8 = 0,
    kind: UInt16 = NetlinkMessage.Kind.newAddress
  ) -> [UInt8] {
    var body = RouteWire()
    body.bytes += [address.count == 4 ? 2 : 10, 24, flags, scope]
    body.add(link)
    if let peer { body.add(1, peer) }
    body.add(peer == nil ? 1 : 2, address)
    return message(kind, body)
  }

  static func route(
    family: UInt8 = 2, bits: UInt8 = 0, table: UInt8 = 254, kind: UInt8 = 1, dead: Bool = false,
    _ attributes: [(UInt16, [UInt8])]
  ) -> [UInt8] {
    var body = RouteWire()
    body.bytes += [family, bits, 0, 0, table, 3, 0, kind]
    body.add(UInt32(dead ? 1 : 0))
    for (kind, value) in attributes { body.add(kind, value) }
    return message(NetlinkMessage.Kind.newRoute, body)
  }

  /// A multipath route.
  static func several(_ links: [(index: UInt32, isDead: Bool)]) -> [UInt8] {
    var wire = RouteWire()
    for link in links {
      wire.add(UInt16(16))
      wire.bytes += [link.isDead ? 1 : 0, 0]
      wire.add(link.index)
      wire.add(5, [192, 0, 2, 1])
    }
    return wire.bytes
  }

  static func number(_ value: UInt32) -> [UInt8] {
    var wire = RouteWire()
    wire.add(value)
    return wire.bytes
  }

  mutating func add(_ value: some FixedWidthInteger) {
    let little = value.littleEndian
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: little >> shift))
    }
  }

  mutating func add(_ kind: UInt16, _ value: [UInt8]) {
    add(UInt16(4 + value.count))
    add(kind)
    bytes += value
    pad()
  }

  private mutating func pad() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }
}

extension RouteAnswer {
  /// The response to a request of number 1 in one piece.
  static func of(_ request: RouteRequest, _ messages: [UInt8]...) throws(DecodeError) -> Self {
    var answer = RouteAnswer(to: request, sequence: 1)
    try answer.take(messages.flatMap { $0 })
    return answer
  }
}
