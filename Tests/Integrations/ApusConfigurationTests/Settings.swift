import ApusConnections
import ApusHTTP
import ApusSession
import ApusTLS
import Configuration

/// A key, a value for it, and the setting that it changes.
struct Settings: Sendable, CustomStringConvertible {
  let key: String
  let text: String
  let value: ConfigValue
  let isSet: @Sendable (HTTPSession.Configuration) -> Bool

  var description: String { key }
  var variable: String { Self.variable(of: key) }

  /// Returns the name of the variable for a key.
  static func variable(of key: String) -> String {
    var name = ""
    for character in key {
      if character.isUppercase { name.append("_") }
      name.append(character == "." ? "_" : character)
    }
    return name.uppercased()
  }

  private static func time(
    _ key: String, _ path: @escaping @Sendable (HTTPSession.Configuration) -> Duration?
  ) -> Settings {
    Settings(key: key, text: "1.5", value: 1.5) { path($0) == .milliseconds(1_500) }
  }

  private static func number(
    _ key: String, _ path: @escaping @Sendable (HTTPSession.Configuration) -> Int?
  ) -> Settings {
    Settings(key: key, text: "7", value: 7) { path($0) == 7 }
  }

  private static func list(
    _ key: String, _ path: @escaping @Sendable (HTTPSession.Configuration) -> [String]?
  ) -> Settings {
    let value = ConfigValue(.stringArray(["a.example", "b.example"]), isSecret: false)
    return Settings(key: key, text: "a.example,b.example", value: value) {
      path($0) == ["a.example", "b.example"]
    }
  }

  private static func flag(
    _ key: String, _ isOn: Bool, _ path: @escaping @Sendable (HTTPSession.Configuration) -> Bool
  ) -> Settings {
    Settings(key: key, text: "\(isOn)", value: isOn ? true : false) { path($0) == isOn }
  }

  /// Every key, except those of files, proxies and identities, which have tests of their own.
  static let all: [Settings] = connections + requests

  private static let connections: [Settings] = [
    time("timeouts.queueSeconds", \.timeouts.queue),
    time("timeouts.resolveSeconds", \.timeouts.resolve),
    time("timeouts.connectSeconds", \.timeouts.connect),
    time("timeouts.tlsSeconds", \.timeouts.tls),
    time("timeouts.firstByteSeconds", \.timeouts.firstByte),
    time("timeouts.idleSeconds", \.timeouts.idle),
    time("timeouts.totalSeconds", \.timeouts.total),
    time("timeouts.expectContinueSeconds", \.timeouts.expectContinue),
    number("timeouts.slowness.byteCount", \.timeouts.slowness?.byteCount),
    time("timeouts.slowness.windowSeconds", \.timeouts.slowness?.window),
    Settings(key: "timeouts.slowness.byteCount", text: "0", value: 0) {
      $0.timeouts.slowness == nil
    },
    number("pool.connectionsPerHost", \.pool.connectionsPerHost),
    number("pool.connectionsInAll", \.pool.connectionsInAll),
    number("pool.waitingRequests", \.pool.waitingRequests),
    time("pool.idleTimeoutSeconds", \.pool.idleTimeout),
    time("pool.maximumAgeSeconds", \.pool.maximumAge),
    time("dns.lifetimeSeconds", \.dns.lifetime),
    time("dns.unknownLifetimeSeconds", \.dns.unknownLifetime),
    number("dns.limit", \.dns.limit),
    Settings(key: "tls.minimumVersion", text: "1.3", value: "1.3") { $0.tls.versions == [.tls13] },
    flag("tls.requiresExtendedMasterSecret", true, \.tls.requiresExtendedMasterSecret),
    flag("tls.resumption", false) {
      "\($0.tls.resumption)" == "\(HTTPSession.TLSSettings().resumption)"
    },
    Settings(key: "egress.fallback", text: "publicAddresses", value: "publicAddresses") {
      $0.egress.fallback == .publicAddresses
    },
    list("egress.allowed", \.egress.allowed), list("egress.denied", \.egress.denied),
    list("egress.hosts", \.egress.hosts), list("origins", \.origins),
    Settings(key: "sockets.path", text: "/run/s", value: "/run/s") { $0.sockets.path == "/run/s" },
    Settings(key: "sockets.localAddress", text: "10.0.0.1", value: "10.0.0.1") {
      $0.sockets.localAddress == "10.0.0.1"
    },
    Settings(
      key: "proxies.urls", text: "http://p.example:3128",
      value: ConfigValue(.stringArray(["http://p.example:3128"]), isSecret: true)
    ) { !$0.proxies.isNone },
    flag("proxies.fromEnvironment", true) { !$0.proxies.isNone },
  ]

  private static let requests: [Settings] = [
    number("limits.collectedByteCount", \.limits.collectedByteCount),
    number("limits.byteCountInErrors", \.limits.byteCountInErrors),
    number("limits.lineByteCount", \.limits.lineByteCount),
    number("redirects.limit", \.redirects.limit),
    flag("redirects.allowsDowngrade", true, \.redirects.allowsDowngrade),
    flag("redirects.sendsContentToOtherOrigins", true, \.redirects.sendsContentToOtherOrigins),
    number("retry.attempts", \.retry.attempts),
    time("retry.delaySeconds", \.retry.delay),
    time("retry.delayLimitSeconds", \.retry.delayLimit),
    time("retry.retryAfterLimitSeconds", \.retry.retryAfterLimit),
    Settings(key: "retry.budget", text: "0.5", value: 0.5) { $0.retry.budget == 0.5 },
    Settings(
      key: "retry.statuses", text: "500,503",
      value: ConfigValue(.stringArray(["500", "503"]), isSecret: false)
    ) { $0.retry.statuses == [500, 503] },
    number("rateLimit.requestCount", \.rateLimit?.requestCount),
    number("expectContinueByteCount", \.expectContinueByteCount),
    Settings(key: "userAgent", text: "svc/1", value: "svc/1") {
      $0.headers["User-Agent"] == "svc/1"
    },
    Settings(key: "userAgent", text: "", value: "") { $0.headers["User-Agent"] == nil },
    flag("decodesContent", false, \.decodesContent),
    flag("keepsTimelines", true, \.keepsTimelines),
    flag("sendsTraceContext", true, \.sendsTraceContext),
  ]
}
