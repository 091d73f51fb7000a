import ApusNet
import Testing

/// RFC 8305 sections 3 to 5.
@Suite struct HappyEyeballsTests {
  private static func ipv4(_ number: UInt8) -> SocketAddress {
    .ipv4(IPv4Address(192, 0, 2, number), port: 443)
  }

  private static func ipv6(_ number: UInt8) -> SocketAddress {
    .ipv6(IPv6Address(value: 0x2001_0db8 << 96 | UInt128(number)), port: 443)
  }

  private func run(
    _ events: [HappyEyeballs.Event], preferring family: HappyEyeballs.Family = .ipv6,
    asked: Set<HappyEyeballs.Family> = [.ipv4, .ipv6]
  ) -> [HappyEyeballs.Action] {
    var decider = HappyEyeballs(preferring: family, asked: asked)
    return events.map { decider.handle($0) }
  }

  private let four = (1...3).map { ipv4($0) }
  private let six = (1...3).map { ipv6($0) }

  @Test func `a resolved address of the preferred family is tried immediately`() {
    #expect(run([.resolved(.ipv6, six)]) == [.dial(six[0])])
    #expect(run([.resolved(.ipv4, four)], preferring: .ipv4) == [.dial(four[0])])
  }

  @Test func `addresses of the other family wait 50 ms for the preferred family`() {
    #expect(
      run([.resolved(.ipv4, four), .resolved(.ipv6, six), .timerEnded])
        == [.awaitPreferred, .dial(six[0]), .dial(four[0])])
    #expect(
      run([.resolved(.ipv4, four), .timerEnded, .resolved(.ipv6, six), .timerEnded])
        == [.awaitPreferred, .dial(four[0]), .wait, .dial(six[0])])
  }

  @Test func `if the preferred family has no address, the other family is tried at once`() {
    #expect(
      run([.resolved(.ipv4, four), .resolved(.ipv6, [])]) == [.awaitPreferred, .dial(four[0])])
    #expect(run([.resolved(.ipv6, []), .resolved(.ipv4, four)]) == [.wait, .dial(four[0])])
    #expect(run([.resolved(.ipv4, four)], asked: [.ipv4]) == [.dial(four[0])])
  }

  @Test func `connection attempts alternate between IPv6 and IPv4 addresses`() {
    let ticks = [HappyEyeballs.Event](repeating: .timerEnded, count: 6)
    #expect(
      run([.resolved(.ipv6, six), .resolved(.ipv4, Array(four[..<2]))] + ticks)
        == [
          .dial(six[0]), .wait, .dial(four[0]), .dial(six[1]), .dial(four[1]), .dial(six[2]), .wait,
          .wait,
        ])
  }

  @Test func `after a failed connection attempt, the next address is tried immediately`() {
    #expect(
      run([.resolved(.ipv6, six), .failed(six[0], .refused(by: six[0]))])
        == [.dial(six[0]), .dial(six[1])])
  }

  @Test func `the first established connection cancels all other attempts`() {
    #expect(
      run([
        .resolved(.ipv6, six), .timerEnded, .connected(six[0]), .timerEnded, .connected(six[1]),
        .failed(six[1], .closed), .resolved(.ipv4, four),
      ]) == [.dial(six[0]), .dial(six[1]), .finish(six[0]), .wait, .wait, .wait, .wait])
  }

  @Test func `if all connection attempts fail, the error lists the failures in order`() {
    var decider = HappyEyeballs()
    #expect(decider.handle(.resolved(.ipv4, [four[0]])) == .awaitPreferred)
    #expect(decider.handle(.resolved(.ipv6, [six[0]])) == .dial(six[0]))
    #expect(decider.handle(.timerEnded) == .dial(four[0]))
    #expect(decider.handle(.failed(four[0], .refused(by: four[0]))) == .wait)
    guard case .fail(let failures) = decider.handle(.failed(six[0], .unreachable(six[0]))) else {
      Issue.record("no failure")
      return
    }
    #expect(failures.map(\.address) == [four[0], six[0]])
    #expect(failures.map(\.error) == [.refused(by: four[0]), .unreachable(six[0])])
  }

  @Test func `failed attempts do not end the race while a name look-up is in progress`() {
    #expect(
      run([
        .resolved(.ipv6, [six[0]]), .failed(six[0], .closed), .resolved(.ipv4, [four[0]]),
      ]) == [.dial(six[0]), .wait, .dial(four[0])])
    #expect(run([.resolved(.ipv6, []), .resolved(.ipv4, [])]) == [.wait, .fail([])])
    #expect(run([.resolved(.ipv6, []), .resolved(.ipv6, six)]) == [.wait, .wait])
  }

  @Test func `at most 32 addresses of a host name are tried`() {
    var decider = HappyEyeballs(asked: [.ipv6])
    let limit = HappyEyeballs.addressLimit
    let addresses = (0...limit).map { Self.ipv6(UInt8($0)) }
    var action = decider.handle(.resolved(.ipv6, addresses))
    for address in addresses[..<(limit - 1)] {
      #expect(action == .dial(address))
      action = decider.handle(.failed(address, .closed))
    }
    #expect(action == .dial(addresses[limit - 1]))
    guard case .fail(let failures) = decider.handle(.failed(addresses[limit - 1], .closed)) else {
      Issue.record("no failure")
      return
    }
    #expect(failures.count == limit)
  }
}
