#if Configuration
  internal import ApusHTTP
  internal import ApusSession

  // The settings of requests and responses have configuration keys with the names of their
  // properties.

  extension HTTPSession.ContentLimits {
    mutating func read(_ values: SettingReader) throws {
      try values.read("limits.collectedByteCount", from: 0, &collectedByteCount)
      try values.read("limits.byteCountInErrors", from: 0, &byteCountInErrors)
      try values.read("limits.lineByteCount", from: 1, &lineByteCount)
    }
  }

  extension HTTPSession.Configuration {
    /// Reads the conditions under which the session retries or delays requests.
    mutating func readRepetitions(_ values: SettingReader) throws {
      try values.read("redirects.limit", from: 0, &redirects.limit)
      try values.read("redirects.allowsDowngrade", &redirects.allowsDowngrade)
      try values.read(
        "redirects.sendsContentToOtherOrigins", &redirects.sendsContentToOtherOrigins)
      try values.read("retry.attempts", from: 1, &retry.attempts)
      try values.read("retry.delaySeconds", mayBeZero: true, &retry.delay)
      try values.read("retry.delayLimitSeconds", mayBeZero: true, &retry.delayLimit)
      try values.read("retry.retryAfterLimitSeconds", mayBeZero: true, &retry.retryAfterLimit)
      if let budget = try values.share("retry.budget") { retry.budget = budget }
      if let statuses = try values.list("retry.statuses") {
        retry.statuses = Set(
          try statuses.map { text in
            guard let status = Int(text), (100...999).contains(status) else {
              throw values.invalid("retry.statuses", text, "a status from 100 to 999")
            }
            return status
          })
      }
      guard let count = try values.number("rateLimit.requestCount", from: 1) else { return }
      var limit = HTTPSession.RateLimit(count)
      try values.read("rateLimit.intervalSeconds", &limit.interval)
      try values.read("rateLimit.burst", from: 1, &limit.burst)
      rateLimit = limit
    }

    /// Reads the settings of requests and of their monitoring.
    mutating func readRequests(_ values: SettingReader) throws {
      if let agent = values.text("userAgent") {
        headers[.userAgent] = agent.isEmpty ? nil : HTTP.FieldValue(agent)
      }
      if let count = try values.number("expectContinueByteCount", from: 1) {
        expectContinueByteCount = count
      }
      try values.read("decodesContent", &decodesContent)
      try values.read("keepsTimelines", &keepsTimelines)
      try values.read("sendsTraceContext", &sendsTraceContext)
    }
  }
#endif
