import Testing

@testable import ApusNet

@Suite struct SocketAddressTests {
  private static let all: [(SocketAddress, String)] = [
    (.ipv4(IPv4Address(192, 0, 2, 1), port: 443), "192.0.2.1:443"),
    (.ipv4(IPv4Address(0, 0, 0, 0), port: 0), "0.0.0.0:0"),
    (.ipv6(IPv6Address(value: 1), port: 65_535), "[::1]:65535"),
    (.ipv6(IPv6Address(value: 0xfe80 << 112 | 7), port: 80, zone: 3), "[fe80::7%3]:80"),
    (.unix(path: "/run/socket"), "/run/socket"),
  ]

  @Test(arguments: all)
  func `an encoded socket address decodes to the same address`(
    address: SocketAddress, text: String
  ) throws {
    let bytes = try #require(address.kernelForm)
    #expect(SocketAddress(kernelForm: bytes) == address)
    #expect(address.description == text)
    for count in 0..<bytes.count where !(address.port == nil && count >= 2) {
      #expect(SocketAddress(kernelForm: Array(bytes.prefix(min(count, 7)))) == nil)
    }
  }

  @Test func `the kernel layout of a socket address has port and IP in network byte order`() {
    let address = SocketAddress.ipv4(IPv4Address(1, 2, 3, 4), port: 0x1234)
    #expect(address.kernelForm?[2...] == [0x12, 0x34, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `a socket path of 1 to 107 bytes without a zero byte is accepted`() async throws {
    let longest = String(repeating: "x", count: SocketAddress.longestPath)
    #expect(SocketAddress.unix(path: longest).kernelForm?.count == longest.utf8.count + 3)
    let loop = try EventLoop()
    for path in ["", longest + "x", "a\0b"] {
      #expect(SocketAddress.unix(path: path).kernelForm == nil)
      #expect(throws: NetError.self) { _ = try Listener(at: .unix(path: path), on: loop) }
      await #expect(throws: NetError.self) {
        _ = try await Socket.connect(to: .unix(path: path), until: .never, on: loop)
      }
    }
    await loop.shutdown()
  }

  @Test func `a socket address of an unsupported address family is rejected`() {
    #expect(SocketAddress(kernelForm: [17, 0] + [UInt8](repeating: 0, count: 30)) == nil)
    #expect(SocketAddress(kernelForm: [1, 0]) == .unix(path: ""))
  }
}
