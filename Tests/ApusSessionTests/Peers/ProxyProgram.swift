import ApusAuthentication
import ApusNet
import ApusTestServer
import ApusX509
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// A foreign proxy program in a separate process, after a relay that keeps the received bytes.
final class ProxyProgram: Sendable {
  /// The proxies, with their authentication.
  enum Kind: String, Sendable, CaseIterable {
    case squid, squidWithBasic, squidWithDigest, tinyproxy, tinyproxyWithBasic
    case tinyproxyBehindStunnel, microsocks, microsocksWithPassword

    /// A Boolean value that indicates whether it uses SOCKS5 instead of HTTP.
    var isSOCKS: Bool { self == .microsocks || self == .microsocksWithPassword }

    /// A Boolean value that indicates whether it closes a connection after each response without a
    /// tunnel, without declaring it.
    var closesEachConnection: Bool {
      switch self {
      case .tinyproxy, .tinyproxyWithBasic, .tinyproxyBehindStunnel: true
      case .squid, .squidWithBasic, .squidWithDigest, .microsocks, .microsocksWithPassword: false
      }
    }

    /// The password of the user `svc`, if it requires one.
    var password: String? {
      switch self {
      case .squid, .tinyproxy, .tinyproxyBehindStunnel, .microsocks: nil
      case .squidWithBasic, .squidWithDigest, .microsocksWithPassword: "open sesame"
      // tinyproxy's settings cannot contain a space.
      case .tinyproxyWithBasic: "open_sesame"
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

    /// A Boolean value that indicates whether a test that needs it must run.
    ///
    /// With `APUS_STRICT` set to 1 its absence is a failure.
    var isExpected: Bool {
      Surroundings.isStrict || programs.allSatisfy { Files.exists($0) }
    }
  }

  /// The proxies whose tests are to run.
  static var expected: [Kind] { Kind.allCases.filter(\.isExpected) }

  let kind: Kind
  /// The authority that a session must trust to use the proxy over TLS.
  let authority: TestAuthority?
  /// The relay before the proxy itself, which sees the proxy's bytes.
  let relay: Relay
  /// The relay before the proxy's TLS, if it has TLS.
  let secureRelay: Relay?
  private let ports: (own: ReservedPort, secure: ReservedPort)
  private let folder: TemporaryFolder

  /// Starts the proxy, which listens from then on.
  init(_ kind: Kind) async throws {
    self.kind = kind
    let isSecure = kind == .tinyproxyBehindStunnel
    authority = isSecure ? try TestAuthority() : nil
    folder = try TemporaryFolder()
    ports = (try ReservedPort(), try ReservedPort())
    relay = try Relay(to: ports.own.number)
    secureRelay = isSecure ? try Relay(to: ports.secure.number) : nil
    // Squid gives up the rights of root, and writes here without them.
    _ = folder.run("chmod 777 .")
    try start()
    try await ports.own.awaitListener()
    if isSecure { try await ports.secure.awaitListener() }
  }

  deinit { kill() }

  /// The name of squid's shared memory: if two instances with one name begin at once, one ends.
  private var squidName: String { "apus\(ports.own.number)" }

  /// Ends the processes at once, and removes the remaining files of squid.
  func kill() { _ = folder.run("kill -9 $(cat *.process); rm -f /dev/shm/\(squidName)-*") }

  /// Ends the processes, and the relays before them.
  func shutdown() async {
    kill()
    await relay.shutdown()
    await secureRelay?.shutdown()
  }

  /// Returns the proxy for a session, with a password if one is given.
  func proxy(password: String?) throws -> HTTPSession.Proxy {
    let credential = password.map {
      Authentication.Credential.password(Authentication.Secret($0), user: "svc")
    }
    if let secureRelay { return try .https("localhost:\(secureRelay.port)", credential) }
    let address = "127.0.0.1:\(relay.port)"
    return kind.isSOCKS ? try .socks5(address, credential) : try .http(address, credential)
  }

  private func start() throws {
    switch kind {
    case .squid: try startSquid("")
    case .squidWithBasic:
      _ = folder.run("echo \"svc:$(openssl passwd -apr1 'open sesame')\" >users")
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
    case .microsocks: begin("microsocks -i 127.0.0.1 -p \(ports.own.number)")
    case .microsocksWithPassword:
      begin("microsocks -i 127.0.0.1 -p \(ports.own.number) -u svc -P 'open sesame'")
    }
  }

  private func startSquid(_ rules: String) throws {
    let settings = """
      http_port 127.0.0.1:\(ports.own.number)
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
    _ = folder.run("chmod -R a+rX .")
    begin("/usr/sbin/squid -N -n \(squidName) -f \(folder.path)/squid.conf")
  }

  private func startTinyproxy() throws {
    let rules = kind.password.map { "BasicAuth svc \($0)\n" } ?? ""
    let settings = """
      Port \(ports.own.number)
      Listen 127.0.0.1
      Timeout 600
      MaxClients 100
      \(rules)
      """
    _ = try folder.write(Array(settings.utf8), to: "tinyproxy.conf")
    begin("tinyproxy -d -c tinyproxy.conf")
  }

  private func startStunnel() throws {
    guard let authority else { return }
    try folder.writeIdentity(of: authority)
    let settings = """
      foreground = yes
      pid =
      [proxy]
      accept = 127.0.0.1:\(ports.secure.number)
      connect = 127.0.0.1:\(relay.port)
      cert = \(folder.path)/chain.pem
      key = \(folder.path)/key.pem

      """
    _ = try folder.write(Array(settings.utf8), to: "stunnel.conf")
    begin("stunnel4 \(folder.path)/stunnel.conf")
  }

  /// Begins a process, and notes its number.
  private func begin(_ line: String) {
    let name = line.split(separator: " ")[0].split(separator: "/").last ?? ""
    _ = folder.run("\(line) & echo $! >\(name).process")
  }
}
