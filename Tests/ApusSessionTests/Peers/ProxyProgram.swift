import ApusAuthentication
import ApusCrypto
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import CApusTestSupport
import TestSupport

@testable import ApusSession

/// A proxy that others wrote, as a process of its own.
final class ProxyProgram: Sendable {
  /// The proxies, and what they ask for.
  enum Kind: String, Sendable, CaseIterable {
    case squid, squidWithBasic, squidWithDigest, tinyproxy, tinyproxyWithBasic
    case tinyproxyBehindStunnel, microsocks, microsocksWithPassword

    /// Whether it asks for the credential `ofProxy`.
    var asks: Bool {
      switch self {
      case .squid, .tinyproxy, .tinyproxyBehindStunnel, .microsocks: false
      case .squidWithBasic, .squidWithDigest, .tinyproxyWithBasic, .microsocksWithPassword: true
      }
    }

    fileprivate var programs: [String] {
      switch self {
      case .squid, .squidWithBasic, .squidWithDigest: ["/usr/sbin/squid"]
      case .tinyproxy, .tinyproxyWithBasic: ["/usr/bin/tinyproxy"]
      case .tinyproxyBehindStunnel: ["/usr/bin/tinyproxy", "/usr/bin/stunnel4"]
      case .microsocks, .microsocksWithPassword: ["/usr/bin/microsocks"]
      }
    }

    /// Whether a test that needs it is to run: where `APUS_STRICT` is 1 its absence is a failure.
    var isExpected: Bool {
      Surroundings.isStrict || programs.allSatisfy { Files.exists($0) }
    }
  }

  /// The proxies whose tests are to run.
  static var expected: [Kind] { Kind.allCases.filter(\.isExpected) }

  let kind: Kind
  /// Whom a session must trust that asks the proxy over TLS.
  let authority: TestAuthority?
  private let port: UInt16
  private let front: UInt16
  private let folder: TemporaryFolder

  /// Starts the proxy, which listens from then on.
  init(_ kind: Kind) async throws {
    self.kind = kind
    authority = kind == .tinyproxyBehindStunnel ? try TestAuthority() : nil
    folder = try TemporaryFolder()
    (port, front) = (try Self.freePort(), try Self.freePort())
    // Squid gives up the rights of root, and writes here without them.
    _ = Self.run("chmod 777 '\(folder.path)'")
    try start()
    try await Self.awaitListener(at: port)
    if kind == .tinyproxyBehindStunnel { try await Self.awaitListener(at: front) }
  }

  deinit { kill() }

  /// Ends the processes at once.
  func kill() { _ = Self.run("kill -9 $(cat '\(folder.path)'/*.process)") }

  /// The proxy as a session knows it, with a credential where one is asked for.
  func proxy(_ credential: Authentication.Credential? = nil) throws -> HTTPSession.Proxy {
    switch kind {
    case .squid, .squidWithBasic, .squidWithDigest, .tinyproxy, .tinyproxyWithBasic:
      try .http("127.0.0.1:\(port)", credential)
    case .tinyproxyBehindStunnel: try .https("localhost:\(front)", credential)
    case .microsocks, .microsocksWithPassword: try .socks5("127.0.0.1:\(port)", credential)
    }
  }

  private func start() throws {
    switch kind {
    case .squid: try startSquid("")
    case .squidWithBasic:
      let hash = "$(openssl passwd -apr1 'open sesame')"
      _ = Self.run("echo \"svc:\(hash)\" >'\(folder.path)/users'")
      try startSquid(
        """
        auth_param basic program /usr/lib/squid/basic_ncsa_auth \(folder.path)/users
        auth_param basic realm proxy
        acl known proxy_auth REQUIRED
        http_access deny !known
        """)
    case .squidWithDigest:
      _ = try folder.write(Array("svc:open sesame\n".utf8), to: "users")
      try startSquid(
        """
        auth_param digest program /usr/lib/squid/digest_file_auth \(folder.path)/users
        auth_param digest realm proxy
        acl known proxy_auth REQUIRED
        http_access deny !known
        """)
    case .tinyproxy, .tinyproxyWithBasic: try startTinyproxy()
    case .tinyproxyBehindStunnel:
      try startTinyproxy()
      try startStunnel()
    case .microsocks: begin("microsocks -i 127.0.0.1 -p \(port)")
    case .microsocksWithPassword:
      begin("microsocks -i 127.0.0.1 -p \(port) -u svc -P 'open sesame'")
    }
  }

  private func startSquid(_ rules: String) throws {
    let settings = """
      http_port 127.0.0.1:\(port)
      pid_filename none
      access_log none
      cache_log \(folder.path)/log
      coredump_dir \(folder.path)
      cache deny all
      pinger_enable off
      visible_hostname localhost
      shutdown_lifetime 0
      max_filedescriptors 1024
      \(rules)
      http_access allow all

      """
    _ = try folder.write(Array(settings.utf8), to: "squid.conf")
    _ = Self.run("chmod -R a+rX '\(folder.path)'")
    begin("/usr/sbin/squid -N -f '\(folder.path)/squid.conf'")
  }

  private func startTinyproxy() throws {
    let rules = kind.asks ? "BasicAuth svc open_sesame\n" : ""
    let settings = "Port \(port)\nListen 127.0.0.1\nTimeout 600\nMaxClients 100\n\(rules)"
    _ = try folder.write(Array(settings.utf8), to: "tinyproxy.conf")
    begin("tinyproxy -d -c '\(folder.path)/tinyproxy.conf'")
  }

  private func startStunnel() throws {
    guard let authority else { return }
    let key = SigningKey.p256(try .generate(using: SystemRandom()))
    let pem = key.pkcs8.withBytes { PEM.encode($0.copy(), as: .privateKey) }
    let identity = try authority.server(
      TestAuthority.loopback, key: SigningKey(pem: Array(pem.utf8).span))
    _ = try folder.write(Array(identity.chain.map(\.pem).joined().utf8), to: "chain.pem")
    _ = try folder.write(Array(pem.utf8), to: "key.pem")
    let settings = """
      foreground = yes
      pid =
      [proxy]
      accept = 127.0.0.1:\(front)
      connect = 127.0.0.1:\(port)
      cert = \(folder.path)/chain.pem
      key = \(folder.path)/key.pem

      """
    _ = try folder.write(Array(settings.utf8), to: "stunnel.conf")
    begin("stunnel4 '\(folder.path)/stunnel.conf'")
  }

  /// Begins a process, and notes its number.
  private func begin(_ line: String) {
    let name = line.split(separator: " ")[0].split(separator: "/").last ?? ""
    _ = Self.run("\(line) & echo $! >'\(folder.path)/\(name).process'")
  }

  private static func freePort() throws -> UInt16 {
    let listener = try Listener(
      at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: try EventLoop.shared())
    defer { listener.close() }
    return listener.address.port ?? 0
  }

  private static func awaitListener(at port: UInt16) async throws {
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: port)
    let end = Deadline.after(.seconds(60))
    while true {
      do {
        try await Socket.connect(to: address, until: end, on: try EventLoop.shared()).close()
        return
      } catch {
        guard TimeSource.system.now < end else { throw error }
        await Pause.brief()
      }
    }
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1 </dev/null")
  }
}
