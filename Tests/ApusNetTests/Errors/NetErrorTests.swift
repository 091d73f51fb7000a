import Testing

@testable import ApusNet

@Suite struct NetErrorTests {
  private static let address = SocketAddress.ipv4(IPv4Address(192, 0, 2, 1), port: 80)

  private static let named: [(Int64, NetError)] = [
    (-111, .refused(by: address)), (-104, .reset(by: address)), (-32, .brokenPipe(to: address)),
    (-101, .unreachable(address)), (-113, .unreachable(address)), (-110, .unanswered(by: address)),
    (-98, .addressInUse(address)), (-13, .denied(address)),
    (-1, .denied(address)), (-2, .noSuchSocket(address)), (-9, .closed),
    (-24, .outOfDescriptors(wholeSystem: false)), (-23, .outOfDescriptors(wholeSystem: true)),
  ]

  @Test(arguments: named)
  func `a known errno is converted to its own error case`(result: Int64, error: NetError) {
    #expect(NetError("connect", Self.address, result: result) == error)
  }

  @Test func `binding to an address of another machine throws addressNotLocal`() {
    #expect(NetError("bind", Self.address, result: -99) == .addressNotLocal(Self.address))
  }

  @Test func `connecting without a free local port throws noLocalPort`() {
    #expect(NetError("connect", Self.address, result: -99) == .noLocalPort(to: Self.address))
  }

  @Test func `the error for an unknown errno contains the kernel's description`() {
    #expect(
      NetError("connect", Self.address, result: -22).description
        == "connect 192.0.2.1:80: Invalid argument")
  }

  @Test func `an error description contains the failure, the address and a remedy`() {
    for (error, text) in [
      (
        NetError.timedOut(.connect, Self.address),
        "the time limit expired while connecting to the server (192.0.2.1:80)"
      ),
      (.timedOut(.resolve, nil), "the time limit expired while resolving the host name"),
      (
        .outOfDescriptors(wholeSystem: false),
        "this process has too many open files; close some files, or raise the limit (ulimit -n)"
      ),
      (.addressInUse(Self.address), "the address 192.0.2.1:80 is in use by another socket"),
      (.tooMuchQueued(limit: 7), "the queue of blocking calls is full (7 calls); retry later"),
    ] {
      #expect(error.description == text)
    }
  }
}
