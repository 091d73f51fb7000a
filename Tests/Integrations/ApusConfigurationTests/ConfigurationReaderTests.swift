import ApusConfiguration
import ApusConnections
import ApusHTTP
import ApusSession
import Configuration
import Testing

/// The settings that a reader of swift-configuration has values for.
@Suite struct ConfigurationReaderTests {
  @Test func `a configuration without values leaves each setting at its default`() throws {
    let read = try HTTPSession.Configuration(reader: reader([:]))
    #expect(
      "\(read.timeouts) \(read.pool)" == "\(HTTPSession.Timeouts()) \(HTTPSession.PoolLimits())")
    #expect(read.retry == .none && read.cookies == nil && read.rateLimit == nil)
  }

  @Test(arguments: Settings.all)
  func `each configuration key changes its setting from text or a typed value`(
    _ setting: Settings
  ) throws {
    let text = try HTTPSession.Configuration(
      reader: ConfigReader(
        provider: EnvironmentVariablesProvider(environmentVariables: [
          setting.variable: setting.text
        ])))
    #expect(setting.isSet(text), "\(setting.variable)=\(setting.text)")
    let typed = try HTTPSession.Configuration(reader: reader([setting.key: setting.value]))
    #expect(setting.isSet(typed), "\(setting.key)")
    #expect(!setting.isSet(HTTPSession.Configuration()), "\(setting.key) is the default")
  }

  @Test func `configuration keys that depend on a second key change their setting`() throws {
    let limited = try HTTPSession.Configuration(
      reader: reader([
        "rateLimit.requestCount": 7, "rateLimit.intervalSeconds": 2.5, "rateLimit.burst": 3,
      ]))
    #expect(limited.rateLimit?.interval == .milliseconds(2_500) && limited.rateLimit?.burst == 3)
    let proxied = try HTTPSession.Configuration(
      reader: reader([
        "proxies.urls": ConfigValue(.stringArray(["http://p.example:3128"]), isSecret: true),
        "proxies.except": ConfigValue(.stringArray([".svc"]), isSecret: false),
      ]))
    #expect(try proxied.proxies.first(for: HTTP.URL("http://a.example/")) != nil)
    #expect(try proxied.proxies.first(for: HTTP.URL("http://a.svc/")) == nil)
  }

  @Test func `a configuration may set times to zero and a share to a whole number`() throws {
    let read = try HTTPSession.Configuration(
      reader: reader(["pool.idleTimeoutSeconds": 0, "retry.delaySeconds": 0.0]))
    #expect(read.pool.idleTimeout == .zero && read.retry.delay == .zero)
    let whole = try HTTPSession.Configuration(reader: reader(["retry.budget": 1]))
    #expect(whole.retry.budget == 1)
    let versions = try HTTPSession.Configuration(reader: reader(["tls.minimumVersion": "1.2"]))
    #expect(versions.tls.versions == [.tls12, .tls13])
  }

  @Test func `root and identity files that a configuration names are read`() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let authority = "\(root)/Fixtures/chains/private-ca.pem"
    for key in ["tls.rootsFile", "tls.additionalRootsFile"] {
      let read = try HTTPSession.Configuration(
        reader: reader([key: .init(.string(authority), isSecret: false)]))
      #expect(!read.tls.roots.isSystem, "\(key)")
    }
    // The key of a certificate must be its own.
    let error = #expect(throws: HTTPSession.InvalidSetting.self) {
      try HTTPSession.Configuration(
        reader: reader([
          "tls.identity.chainFile": .init(.string(authority), isSecret: false),
          "tls.identity.keyFile": .init(.string("\(root)/Fixtures/keys/p256.pem"), isSecret: false),
        ]))
    }
    #expect(error?.name == "tls.identity.chainFile")
  }

  @Test func `configuration keys are read with the prefix of their reader`() throws {
    let whole = reader(["http.pool.connectionsPerHost": 5, "pool.connectionsPerHost": 6])
    let read = try HTTPSession.Configuration(reader: whole.scoped(to: "http"))
    #expect(read.pool.connectionsPerHost == 5)
  }

  @Test func `a configuration changes only the settings that have values`() throws {
    let reader = reader(["timeouts.connectSeconds": 2])
    let session = try HTTPSession("https://api.example.com/") {
      $0.timeouts.idle = .seconds(5)
      try $0.read(from: reader)
    }
    #expect(session.configuration.timeouts.connect == .seconds(2))
    #expect(session.configuration.timeouts.idle == .seconds(5))
  }

  @Test(arguments: [
    ("timeouts.connectSeconds", "soon", "a number of seconds above 0 to 1000000000"),
    ("timeouts.connectSeconds", "0", "a number of seconds above 0 to 1000000000"),
    ("timeouts.connectSeconds", "-1", "a number of seconds above 0 to 1000000000"),
    ("timeouts.connectSeconds", "nan", "a number of seconds above 0 to 1000000000"),
    ("timeouts.connectSeconds", "1e99", "a number of seconds above 0 to 1000000000"),
    ("pool.idleTimeoutSeconds", "-0.5", "a number of seconds from 0 to 1000000000"),
    ("pool.connectionsPerHost", "many", "a whole number of at least 1"),
    ("pool.connectionsPerHost", "0", "a whole number of at least 1"),
    ("pool.connectionsPerHost", "1.5", "a whole number of at least 1"),
    ("pool.connectionsPerHost", "99999999999999999999", "a whole number of at least 1"),
    ("retry.budget", "2", "a number from 0 to 1"), ("retry.budget", "nan", "a number from 0 to 1"),
    ("retry.statuses", "503,x", "a status from 100 to 999"),
    ("retry.statuses", "99", "a status from 100 to 999"),
    ("retry.statuses", "1000", "a status from 100 to 999"),
    ("tls.minimumVersion", "1.1", "1.2 or 1.3"), ("decodesContent", "maybe", "true or false"),
    ("egress.fallback", "all", "anywhere or publicAddresses or nowhere"),
    ("proxies.urls", "ftp://h", "the URL of a proxy, such as http://proxy.example.com:3128"),
  ])
  func `the error for an invalid configuration value names the key and the value`(
    _ key: String, _ text: String, _ expected: String
  ) throws {
    let variable = Settings.variable(of: key)
    let reader = ConfigReader(
      provider: EnvironmentVariablesProvider(environmentVariables: [variable: text]))
    let error = #expect(throws: HTTPSession.InvalidSetting.self) {
      try HTTPSession.Configuration(reader: reader)
    }
    #expect(error?.name == key && error?.expected == expected)
    #expect(error?.value == (text == "503,x" ? "x" : error?.value))
    #expect(text.contains(error?.value ?? "?") || key == "proxies.urls")
  }

  @Test func `a configuration value of the wrong type throws an error`() throws {
    let list = ConfigValue(.stringArray(["5"]), isSecret: false)
    let wrong: [(String, ConfigValue)] = [
      ("pool.connectionsPerHost", 1.5), ("pool.connectionsPerHost", list),
      ("pool.connectionsPerHost", "5"), ("pool.connectionsPerHost", true),
      ("timeouts.connectSeconds", "2"), ("decodesContent", 1), ("origins", "https://a"),
    ]
    for (key, value) in wrong {
      let error = #expect(throws: HTTPSession.InvalidSetting.self, "\(key)") {
        try HTTPSession.Configuration(reader: reader([key: value]))
      }
      #expect(error?.name == key)
    }
  }

  @Test func `the error for an unreadable file contains the configuration key and the path`() throws
  {
    for key in ["tls.rootsFile", "tls.additionalRootsFile", "tls.identity.chainFile"] {
      let error = #expect(throws: HTTPSession.InvalidSetting.self) {
        try HTTPSession.Configuration(reader: reader([key: "/none/such.pem"]))
      }
      #expect(error?.name == key && error?.value == "/none/such.pem")
    }
  }

  @Test func `the error for an invalid proxy URL omits the proxy's password`() throws {
    let reader = reader([
      "proxies.urls": ConfigValue(.stringArray(["x://u:hidden@h"]), isSecret: true)
    ])
    let error = #expect(throws: HTTPSession.InvalidSetting.self) {
      try HTTPSession.Configuration(reader: reader)
    }
    let text = "\(try #require(error))"
    #expect(error?.name == "proxies.urls" && !text.contains("hidden"))
    // A text in the place of a list is an error of its own.
    let single = self.reader(["proxies.urls": "http://u:hidden@h"])
    let other = #expect(throws: HTTPSession.InvalidSetting.self) {
      try HTTPSession.Configuration(reader: single)
    }
    #expect(other?.value == "…" && other?.expected == "a list of strings")
    let both = self.reader([
      "proxies.urls": ConfigValue(.stringArray(["http://h"]), isSecret: true),
      "proxies.fromEnvironment": true,
    ])
    #expect(throws: HTTPSession.InvalidSetting.self) { try HTTPSession.Configuration(reader: both) }
  }

  private func reader(_ values: [String: ConfigValue]) -> ConfigReader {
    ConfigReader(
      provider: InMemoryProvider(
        values: Dictionary(
          uniqueKeysWithValues: values.map {
            (AbsoluteConfigKey(ConfigKey($0.key).components), $0.value)
          }
        )))
  }
}
