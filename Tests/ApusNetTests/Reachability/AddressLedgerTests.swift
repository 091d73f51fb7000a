import ApusNames
import Testing

@testable import ApusNet

/// The lost addresses, determined only by lists and removals.
struct AddressLedgerTests {
  private static let (one, two, anyIP) = (address(192, 0, 2, 1), address(192, 0, 2, 2), address(10))

  private static func address(
    _ a: UInt8, _ b: UInt8 = 9, _ c: UInt8 = 0, _ d: UInt8 = 1
  ) -> HostAddress { .ipv4(IPv4Address(a, b, c, d)) }

  @Test func `only an address that was listed before can be lost`() {
    var ledger = AddressLedger(listed: [Self.one, Self.two])
    #expect(!ledger.isLost(Self.one) && !ledger.isLost(Self.anyIP))
    #expect(ledger.update(listed: [Self.two], removed: []) == [Self.one])
    #expect(ledger.isLost(Self.one) && !ledger.isLost(Self.two) && !ledger.isLost(Self.anyIP))
    #expect(ledger.update(listed: [Self.two], removed: []) == [])
    #expect(ledger.isLost(Self.one))
    // It has returned.
    #expect(ledger.update(listed: [Self.one, Self.two], removed: []) == [])
    #expect(!ledger.isLost(Self.one))
  }

  @Test func `an address that was added and removed between two lists counts as lost`() {
    var ledger = AddressLedger(listed: [Self.two])
    #expect(ledger.update(listed: [Self.two], removed: [Self.one, Self.two]) == [Self.one])
    #expect(ledger.isLost(Self.one) && !ledger.isLost(Self.two))
  }

  @Test func `an address that the kernel still routes to this machine is not lost`() {
    var ledger = AddressLedger(listed: [Self.one, Self.two])
    #expect(ledger.update(listed: [], removed: []) { $0 != Self.one } == [Self.two])
    #expect(!ledger.isLost(Self.one) && ledger.isLost(Self.two))
  }

  @Test func `only the latest 1,024 lost addresses are stored`() {
    var ledger = AddressLedger(listed: [])
    for number in 0...AddressLedger.limit {
      let address = Self.address(10, 1, UInt8(number >> 8), UInt8(number & 0xff))
      #expect(ledger.update(listed: [], removed: [address]) == [address])
    }
    #expect(!ledger.isLost(Self.address(10, 1, 0, 0)))
    #expect(ledger.isLost(Self.address(10, 1, 0, 1)) && ledger.isLost(Self.address(10, 1, 4, 0)))
  }

  @Test func `only RTM_DELADDR messages of the kernel report removed addresses`() {
    let removal = RouteWire.address(
      7, [192, 0, 2, 1], kind: NetlinkMessage.Kind.deleteAddress)
    let onLink: [UInt8] = [0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [1]
    let other = RouteWire.address(7, onLink, kind: NetlinkMessage.Kind.deleteAddress)
    let arrival = RouteWire.address(7, [192, 0, 2, 2])
    let zoned = HostAddress.ipv6(IPv6Address(value: 0xfe80 << 112 | 1), zone: 7)
    #expect(AddressLedger.removals(in: arrival + removal + other) == [Self.one, zoned])
    #expect(AddressLedger.removals(in: arrival) == [])
    for count in removal.indices {
      #expect(AddressLedger.removals(in: Array(removal.prefix(count))) == [])
    }
  }

  @Test(.enabled(if: LinuxOnly.hasRoutes, "there is no netlink"))
  func `127.9.9.9, a loopback address that was never listed, is not lost`() async throws {
    try await EventLoop.lend { loop in
      let losses = try LocalAddressLosses(on: loop)
      #expect(!losses.isLost(Self.address(127, 9, 9, 9)))
      #expect(!losses.isLost(Self.address(127, 0, 0, 1)))
      losses.close()
    }
  }
}
