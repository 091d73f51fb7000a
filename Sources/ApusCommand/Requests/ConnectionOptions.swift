import ApusHTTP
import ApusNames
import ApusNet
import ApusSession

/// The connection settings of the command line, such as timeouts, proxies, addresses and TLS
/// versions.
struct ConnectionOptions {
  static let options = [
    Option("resolve-timeout", takes: "TIME", "the timeout of the lookup of the host name"),
    Option("connect-timeout", takes: "TIME", "the timeout until the connection is established"),
    Option("tls-timeout", takes: "TIME", "the timeout of the TLS handshake"),
    Option(
      "first-byte-timeout", takes: "TIME",
      "the timeout until the first byte of the response arrives"),
    Option("idle-timeout", takes: "TIME", "the maximum pause while the response is received"),
    TransferRate.option,
    Option("unix-socket", takes: "PATH", "connects to a Unix domain socket of this machine"),
    Option("interface", takes: "ADDRESS", "the local IP address from which the connection is made"),
    Option("tls-min", takes: "1.2|1.3", "the oldest accepted version of TLS; 1.2 by default"),
    Option(
      "http-cache", takes: "DIR",
      "stores responses in this cache folder, and reuses the fresh responses"),
  ]

  static let details = [
    "A TIME is a number with the unit ms, s, m or h, as in 500ms or 2.5s. A TIME without a",
    "unit is in seconds.",
  ]

  /// The maximum speed of the content, or `nil` for an unlimited speed.
  let rate: TransferRate?
  private let timeouts: HTTPSession.Timeouts
  private let socket: String?
  private let address: String?
  private let needsTLS13: Bool
  private let cacheFolder: String?

  init(_ arguments: Arguments, for url: HTTP.URL) throws(UsageError) {
    func time(_ name: String, _ usual: Duration) throws(UsageError) -> Duration {
      try arguments.value(name, expected: TimeLimit.expected) { TimeLimit.read($0) } ?? usual
    }
    var timeouts = HTTPSession.Timeouts()
    timeouts.resolve = try time("resolve-timeout", timeouts.resolve)
    timeouts.connect = try time("connect-timeout", timeouts.connect)
    timeouts.tls = try time("tls-timeout", timeouts.tls)
    timeouts.firstByte = try time("first-byte-timeout", timeouts.firstByte)
    timeouts.idle = try time("idle-timeout", timeouts.idle)
    self.timeouts = timeouts
    rate = try arguments.value("limit-rate", expected: TransferRate.expected) { TransferRate($0) }
    let expected = "an absolute path of at most \(SocketAddress.longestPath) bytes"
    socket = try arguments.value("unix-socket", expected: expected) { path in
      path.utf8.first == 0x2f && path.utf8.count <= SocketAddress.longestPath ? path : nil
    }
    address = try arguments.value("interface", expected: "an IP address, as in 10.0.0.7") { text in
      HostAddress(text) == nil ? nil : text
    }
    if socket != nil, arguments.has("proxy") { throw .contradiction("unix-socket", "proxy") }
    if socket != nil, address != nil { throw .contradiction("unix-socket", "interface") }
    needsTLS13 =
      try arguments.value("tls-min", expected: "1.2 or 1.3") { text in
        text == "1.3" ? true : text == "1.2" ? false : nil
      } ?? false
    if arguments.has("tls-min"), url.scheme != .https { throw .needsHTTPS(option: "tls-min") }
    cacheFolder = try arguments.value("http-cache", expected: "a folder") { text in
      text.utf8.isEmpty ? nil : text
    }
  }

  /// Applies the connection settings to a session's configuration, and opens the cache.
  func apply(to configuration: inout HTTPSession.Configuration) async throws {
    let whole = configuration.timeouts.total
    configuration.timeouts = timeouts
    configuration.timeouts.total = whole
    configuration.sockets.path = socket
    // A proxy cannot connect to a Unix domain socket of this machine.
    if socket != nil { configuration.proxies = .none }
    configuration.sockets.localAddress = address
    if needsTLS13 { configuration.tls.versions = [.tls13] }
    if let cacheFolder {
      configuration.cache = try await HTTPSession.ResponseCache.onDisk(folder: cacheFolder)
    }
  }

  /// The options of curl for the same connection settings.
  var curlWords: [String] {
    var words: [String] = []
    if let socket { words += ["--unix-socket", socket] }
    if let address { words += ["--interface", address] }
    if needsTLS13 { words.append("--tlsv1.3") }
    if let rate { words += ["--limit-rate", "\(rate.byteCount)"] }
    if timeouts.connect != HTTPSession.Timeouts().connect {
      words += ["--connect-timeout", TimeLimit.seconds(timeouts.connect)]
    }
    return words
  }
}

/// The IP address that the option `--resolve` gives a host, which replaces the name lookup.
///
///     HOST:PORT:ADDRESS
struct GivenAddress {
  static let option = Option(
    "resolve", takes: "HOST:PORT:ADDRESS", isRepeatable: true,
    "uses this IP address for the URL's host, without a name lookup")
  static let expected = "the URL's host and port with an IP address, as in example.com:443:10.0.0.7"

  let host: CanonicalHost
  let port: UInt16
  let address: String

  init?(_ text: String) {
    let parts = text.utf8.split(separator: 0x3a, maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3, let host = try? CanonicalHost(parts[0]),
      let port = PortNumber.read(parts[1])
    else { return nil }
    // An IPv6 address may have brackets, as in a URL.
    let isBracketed = parts[2].utf8.first == 0x5b && parts[2].utf8.last == 0x5d
    let bare = isBracketed ? String(parts[2].dropFirst().dropLast()) : parts[2]
    guard HostAddress(bare) != nil else { return nil }
    (self.host, self.port, address) = (host, port, bare)
  }
}
