import ApusBytes
import ApusNames
import Testing

@testable import ApusNet

/// The kernel's messages are read as bytes; RFC 3549.
struct RouteAnswerTests {
  private let sixth: [UInt8] = [0x20, 0x01, 0x0d, 0xb8] + [UInt8](repeating: 0, count: 11) + [9]

  @Test func `a link message is parsed to the interface name, flags and driver`() throws {
    let answer = try RouteAnswer.of(
      .link(7), RouteWire.link(7, hardware: 0xfffe, flags: 0x51, name: "wg0", driver: "wireguard"))
    let link = try #require(answer.links.first)
    #expect(answer.end == 0 && answer.links.count == 1)
    #expect(link.index == 7 && link.hardware == 0xfffe)
    #expect(link.flags == [.up, .running, .pointToPoint] && link.isUp)
    #expect(link.name == Array("wg0".utf8) && link.driver == Array("wireguard".utf8))
    #expect(link.kind == .tunnel)
  }

  @Test func `address messages of IPv4, IPv6 and point-to-point links are parsed`()
    throws
  {
    let answer = try RouteAnswer.of(
      .addresses, RouteWire.address(2, [192, 0, 2, 7]),
      RouteWire.address(3, [10, 0, 0, 1], peer: [10, 0, 0, 2], scope: 253),
      RouteWire.address(2, sixth, flags: 0x40), RouteWire.end())
    #expect(answer.end == 0)
    let four = HostAddress.ipv4(IPv4Address(192, 0, 2, 7))
    let own = HostAddress.ipv4(IPv4Address(10, 0, 0, 1))
    let six = HostAddress.ipv6(IPv6Address(value: 0x2001_0db8 << 96 | 9))
    #expect(
      answer.addresses == [
        LocalAddress(link: 2, address: four, scope: 0),
        LocalAddress(link: 3, address: own, scope: 253),
        LocalAddress(link: 2, address: six, scope: 0, flags: 0x40),
      ])
    #expect(answer.addresses.map(\.isSource) == [true, true, false])
  }

  @Test func `default routes, including multipath routes, are parsed from a route list`()
    throws
  {
    let answer = try RouteAnswer.of(
      .routes,
      RouteWire.route(bits: 24, [(4, RouteWire.number(2))]),
      RouteWire.route([(4, RouteWire.number(2)), (6, RouteWire.number(100)), (7, [10, 0, 0, 1])]),
      RouteWire.route([(9, RouteWire.several([(3, false), (4, true), (5, false)]))]),
      RouteWire.route(dead: true, [(4, RouteWire.number(6))]),
      RouteWire.route(family: 10, table: 252, [(15, RouteWire.number(51_820))]),
      RouteWire.route(family: 28, [(4, RouteWire.number(2))]), RouteWire.end())
    #expect(answer.routes.map(\.links) == [[2], [3, 5], [], []])
    #expect(answer.routes.map(\.priority) == [100, 0, 0, 0])
    #expect(answer.routes[0].source == .ipv4(IPv4Address(10, 0, 0, 1)))
    #expect(answer.routes[3].table == 51_820 && answer.routes[3].family == .ipv6)
  }

  @Test func `a kernel route list is complete only after the end message`() throws {
    var list = RouteAnswer(to: .routes, sequence: 1)
    try list.take(RouteWire.route([(4, RouteWire.number(2))]))
    #expect(list.end == nil)
    try list.take(RouteWire.end())
    #expect(list.end == 0 && list.routes.count == 1)
    let target = HostAddress.ipv4(IPv4Address(192, 0, 2, 7))
    let none = try RouteAnswer.of(
      .route(to: target), RouteWire.end(NetlinkMessage.Kind.error, -101))
    #expect(none.end == -101 && none.routes.isEmpty)
    let one = try RouteAnswer.of(
      .route(to: target), RouteWire.route(bits: 32, [(4, RouteWire.number(2))]))
    #expect(one.end == 0 && one.routes.count == 1)
  }

  @Test func `responses to other requests are ignored, and inconsistent lists are marked`()
    throws
  {
    let late = RouteWire.message(NetlinkMessage.Kind.done, sequence: 9, RouteWire())
    let torn = RouteWire.message(
      NetlinkMessage.Kind.newRoute, flags: 0x10,
      {
        var body = RouteWire()
        for _ in 0..<3 { body.add(UInt32(2)) }
        return body
      }())
    let answer = try RouteAnswer.of(.routes, late, torn, RouteWire.end())
    #expect(answer.isInconsistent && answer.end == 0)
    #expect(try !RouteAnswer.of(.routes, late, RouteWire.end()).isInconsistent)
  }

  @Test func `kernel messages with wrong lengths are rejected`() throws {
    let link = RouteWire.link(7)
    for length in [0, 15, UInt32(link.count) + 4, .max] {
      let bytes = RouteWire.number(length) + link[4...]
      #expect(throws: DecodeError.self) { try RouteAnswer.of(.link(7), bytes) }
    }
    for length: UInt8 in [0, 3, 255] {
      var bytes = link
      bytes[32] = length
      #expect(throws: DecodeError.self) { try RouteAnswer.of(.link(7), bytes) }
    }
    #expect(throws: DecodeError.self) {
      try RouteAnswer.of(.routes, RouteWire.route([(9, [4, 0, 0, 0, 1, 0, 0, 0])]))
    }
    #expect(throws: DecodeError.self) {
      try RouteAnswer.of(.addresses, RouteWire.address(2, [1, 2, 3, 4, 5]))
    }
  }

  @Test func `a kernel list of the maximum length is accepted, and a longer list is not`() throws {
    var answer = RouteAnswer(to: .addresses, sequence: 1)
    let piece = [[UInt8]](repeating: RouteWire.address(2, [192, 0, 2, 7]), count: 1_024)
      .flatMap { $0 }
    for _ in 0..<RouteAnswer.listLimit / 1_024 { try answer.take(piece) }
    #expect(answer.addresses.count == RouteAnswer.listLimit)
    #expect(throws: DecodeError.self) { try answer.take(piece) }
  }

  @Test func `truncated or damaged kernel messages are parsed or rejected, never a crash`() {
    let whole =
      RouteWire.link(7, driver: "veth") + RouteWire.address(2, sixth)
      + RouteWire.route([
        (4, RouteWire.number(2)), (7, [10, 0, 0, 1]), (9, RouteWire.several([(3, false)])),
      ])
    var refused = 0
    func read(_ bytes: [UInt8]) {
      do throws(DecodeError) { _ = try RouteAnswer.of(.routes, bytes) } catch { refused += 1 }
    }
    for count in 0..<whole.count { read(Array(whole[..<count])) }
    for index in whole.indices {
      for value: UInt8 in [0, 1, 3, 4, 0x7f, 0x80, 0xff] {
        var bytes = whole
        bytes[index] = value
        read(bytes)
      }
    }
    #expect(refused > whole.count)
  }

  @Test func `encoded route requests have the lengths and numbers of the kernel headers`() throws {
    let target = HostAddress.ipv4(IPv4Address(192, 0, 2, 7))
    let bytes = RouteRequest.route(to: target).message(sequence: 5)
    #expect(bytes.count == 36)
    #expect(Array(bytes[..<4]) == RouteWire.number(36))
    #expect(Array(bytes[16..<18]) == [2, 32] && Array(bytes[32...]) == [192, 0, 2, 7])
    let zoned = HostAddress.ipv6(IPv6Address(value: 0xfe80 << 112 | 1), zone: 3)
    #expect(RouteRequest.route(to: zoned).message(sequence: 1).count == 56)
    #expect(RouteRequest.link(3).message(sequence: 1).count == 32)
    for request in [RouteRequest.routes, .addresses] {
      var reader = ByteReader(request.message(sequence: 9))
      let message = try NetlinkMessage(from: &reader)
      #expect(message.flags == 0x301 && message.sequence == 9 && reader.isAtEnd)
    }
  }
}
