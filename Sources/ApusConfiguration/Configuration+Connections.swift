#if Configuration
  internal import ApusConnections
  internal import ApusSession
  internal import ApusTLS

  // The connection settings have configuration keys with the names of their properties. A unit at
  // the end of a key is the unit of its value.

  extension HTTPSession.Timeouts {
    mutating func read(_ values: SettingReader) throws {
      try values.read("timeouts.queueSeconds", &queue)
      try values.read("timeouts.resolveSeconds", &resolve)
      try values.read("timeouts.connectSeconds", &connect)
      try values.read("timeouts.tlsSeconds", &tls)
      try values.read("timeouts.firstByteSeconds", &firstByte)
      try values.read("timeouts.idleSeconds", &idle)
      try values.read("timeouts.totalSeconds", &total)
      try values.read("timeouts.expectContinueSeconds", mayBeZero: true, &expectContinue)
      let byteCount = try values.number("timeouts.slowness.byteCount", from: 0)
      let window = try values.time("timeouts.slowness.windowSeconds")
      guard byteCount != nil || window != nil else { return }
      var slowness = slowness ?? Slowness()
      slowness.byteCount = byteCount ?? slowness.byteCount
      slowness.window = window ?? slowness.window
      self.slowness = slowness.byteCount == 0 ? nil : slowness
    }
  }

  extension HTTPSession.PoolLimits {
    mutating func read(_ values: SettingReader) throws {
      try values.read("pool.connectionsPerHost", from: 1, &connectionsPerHost)
      try values.read("pool.connectionsInAll", from: 1, &connectionsInAll)
      try values.read("pool.waitingRequests", from: 0, &waitingRequests)
      try values.read("pool.idleTimeoutSeconds", mayBeZero: true, &idleTimeout)
      try values.read("pool.maximumAgeSeconds", &maximumAge)
    }
  }

  extension HTTPSession.HostNames {
    mutating func read(_ values: SettingReader) throws {
      try values.read("dns.lifetimeSeconds", mayBeZero: true, &lifetime)
      try values.read("dns.unknownLifetimeSeconds", mayBeZero: true, &unknownLifetime)
      try values.read("dns.limit", from: 1, &limit)
    }
  }

  extension HTTPSession.TLSSettings {
    mutating func read(_ values: SettingReader) throws {
      let versions: Set<TLS.Version>? = try values.choice(
        "tls.minimumVersion", [("1.2", [.tls12, .tls13]), ("1.3", [.tls13])])
      if let versions { self.versions = versions }
      try values.read("tls.requiresExtendedMasterSecret", &requiresExtendedMasterSecret)
      var resumes = true
      try values.read("tls.resumption", &resumes)
      if !resumes { resumption = .off }
      if let path = values.text("tls.rootsFile") {
        roots = try values.file("tls.rootsFile", path) { try .only(pemFile: path) }
      }
      if let path = values.text("tls.additionalRootsFile") {
        roots = roots.adding(
          try values.file("tls.additionalRootsFile", path) { try .only(pemFile: path) })
      }
      guard let chain = values.text("tls.identity.chainFile") else { return }
      let key = values.text("tls.identity.keyFile") ?? chain
      let password = values.text("tls.identity.password", isSecret: true)
      identity = try values.file("tls.identity.chainFile", chain) {
        try .pem(chain: chain, key: key, password: password)
      }
    }
  }

  extension SettingReader {
    /// Returns the content of a file that a configuration value names. The error for an unreadable
    /// file names the configuration key.
    fileprivate func file<Value>(
      _ key: String, _ path: String, _ read: () throws -> Value
    ) throws -> Value {
      do { return try read() } catch {
        throw invalid(key, path, "the path of a readable file (\(error))")
      }
    }
  }

  extension HTTPSession.Configuration {
    /// Reads the settings for the servers and proxies that may receive requests.
    mutating func readRoutes(_ values: SettingReader) throws {
      if let fallback = try values.choice(
        "egress.fallback",
        [("anywhere", .anywhere), ("publicAddresses", .publicAddresses), ("nowhere", .nowhere)]
          as [(String, HTTPSession.EgressRules.Fallback)])
      {
        egress.fallback = fallback
      }
      egress.allowed = try values.list("egress.allowed") ?? egress.allowed
      egress.denied = try values.list("egress.denied") ?? egress.denied
      egress.hosts = try values.list("egress.hosts") ?? egress.hosts
      sockets.path = values.text("sockets.path") ?? sockets.path
      sockets.localAddress = values.text("sockets.localAddress") ?? sockets.localAddress
      origins = try values.list("origins") ?? origins
      var usesEnvironment = false
      try values.read("proxies.fromEnvironment", &usesEnvironment)
      // The URL of a proxy may contain a password.
      let urls = try values.list("proxies.urls", isSecret: true)
      guard let urls else {
        if usesEnvironment { proxies = .environment }
        return
      }
      guard !usesEnvironment else {
        throw values.invalid("proxies.fromEnvironment", "true", "false if proxies.urls has a value")
      }
      let list = try urls.map { url throws(HTTPSession.InvalidSetting) in
        do throws(HTTPSession.InvalidSetting) { return try HTTPSession.Proxy(url) } catch {
          throw values.invalid("proxies.urls", error.value, error.expected)
        }
      }
      proxies = .list(list, except: try values.list("proxies.except") ?? [])
    }
  }
#endif
