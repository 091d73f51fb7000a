internal import ApusHTTP

/// The checks of a session's settings before the first request.
extension HTTPSession.Configuration {
  /// Checks that the limits and timeouts of the configuration allow a request.
  func check() throws(HTTPSessionError.Reason) {
    let counts = [
      ("pool.connectionsPerHost", pool.connectionsPerHost, 1),
      ("pool.connectionsInAll", pool.connectionsInAll, 1),
      ("pool.waitingRequests", pool.waitingRequests, 0),
      ("pool.maximumUses", pool.maximumUses ?? 1, 1),
      ("limits.collectedByteCount", limits.collectedByteCount, 0),
      ("limits.byteCountInErrors", limits.byteCountInErrors, 0),
      ("limits.lineByteCount", limits.lineByteCount, 1),
      ("dns.limit", dns.limit, 1), ("redirects.limit", redirects.limit, 0),
      ("timeouts.slowness.byteCount", slownessByteCount, 1), ("retry.attempts", retry.attempts, 1),
      ("rateLimit.requestCount", rateLimit?.requestCount ?? 1, 1),
      ("expectContinueByteCount", expectContinueByteCount ?? 1, 1),
      ("rateLimit.burst", rateLimit?.burst ?? 1, 1),
    ]
    for (name, value, least) in counts where value < least {
      throw .setting(
        HTTPSession.InvalidSetting(name, "\(value)", expected: "a number of at least \(least)"))
    }
    let times: [(String, Duration?)] = [
      ("timeouts.queue", timeouts.queue), ("timeouts.resolve", timeouts.resolve),
      ("timeouts.connect", timeouts.connect), ("timeouts.tls", timeouts.tls),
      ("timeouts.firstByte", timeouts.firstByte), ("timeouts.idle", timeouts.idle),
      ("timeouts.total", timeouts.total), ("timeouts.slowness.window", slownessWindow),
      ("rateLimit.interval", rateLimit?.interval),
    ]
    for case (let name, let time?) in times where time <= .zero {
      throw .setting(
        HTTPSession.InvalidSetting(name, "\(time)", expected: "a time longer than 0 s"))
    }
    guard timeouts.expectContinue >= .zero else { throw negative("timeouts.expectContinue") }
    guard pool.idleTimeout >= .zero else { throw negative("pool.idleTimeout") }
    guard pool.maximumAge ?? .zero >= .zero else { throw negative("pool.maximumAge") }
    try checkRetries()
    do throws(HTTPSession.InvalidSetting) { try tls.keyLog?.check() } catch {
      throw .setting(error)
    }
  }

  private func checkRetries() throws(HTTPSessionError.Reason) {
    guard retry.delay >= .zero else { throw negative("retry.delay") }
    guard retry.delayLimit >= .zero else { throw negative("retry.delayLimit") }
    guard retry.retryAfterLimit >= .zero else { throw negative("retry.retryAfterLimit") }
    guard let budget = retry.budget, !(0...1).contains(budget) else { return }
    throw .setting(
      HTTPSession.InvalidSetting("retry.budget", "\(budget)", expected: "a share from 0 to 1"))
  }

  private var slownessByteCount: Int { timeouts.slowness?.byteCount ?? 1 }
  private var slownessWindow: Duration? { timeouts.slowness?.window }

  private func negative(_ name: String) -> HTTPSessionError.Reason {
    .setting(
      HTTPSession.InvalidSetting(name, "a negative time", expected: "a time of at least 0 s"))
  }

  /// Returns the additional origins to which the session sends its own header fields.
  func ownOrigins() throws(HTTPSession.InvalidSetting) -> Set<HTTP.Origin> {
    var found: Set<HTTP.Origin> = []
    for text in origins {
      guard let url = try? HTTP.URL(text) else {
        throw HTTPSession.InvalidSetting(
          "origins", text, expected: "an origin such as https://api.example.com")
      }
      found.insert(url.origin)
    }
    return found
  }

  /// Checks that a session without a base URL has no header fields that are meant for one server.
  func expectNoBoundFields() throws(HTTPSession.InvalidSetting) {
    for fields in [headers, requestSerializer.http.headers] {
      for field in fields where !field.name.goesToEveryOrigin {
        throw HTTPSession.InvalidSetting(
          "headers", field.name.description,
          expected: "only Accept and User-Agent fields if the session has no base: give the "
            + "session a base, or name in `origins` the servers that receive other fields")
      }
    }
  }
}
