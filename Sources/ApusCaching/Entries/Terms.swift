internal import ApusBytes

extension Caching {
  /// The conditions for storing and reusing a response, parsed once from the response head.
  struct Terms: Sendable, Equatable {
    /// The meaning of the `Expires` field of a response.
    enum Expiry: Sendable, Equatable {
      case absent
      /// The value of `Expires` is not a date, or two values differ. A response with an invalid
      /// `Expires` field counts as expired. RFC 9111 section 5.3.
      case invalid
      case at(HTTP.Date)
    }

    let directives: ResponseDirectives
    let validators: Validators
    let expiry: Expiry
    /// The date of the `Date` field, or the time of the response's receipt if the field is missing
    /// or invalid.
    let date: HTTP.Date
    /// A Boolean value that indicates whether the response status allows a heuristic lifetime.
    let isHeuristic: Bool

    init(_ head: HTTP.ResponseHead, received: Moment) {
      directives = ResponseDirectives(head.fields)
      validators = Validators(head.fields)
      date = Self.date(.date, head.fields) ?? received.wall
      isHeuristic = Self.heuristicStatuses.contains(head.status.code)
      if head.fields.contains(.expires) {
        expiry = Self.date(.expires, head.fields).map { .at($0) } ?? .invalid
      } else {
        expiry = .absent
      }
    }

    /// The response status codes that allow a heuristic lifetime.
    ///
    /// RFC 9110 section 15.1.
    private static let heuristicStatuses: Set = [
      200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501,
    ]

    /// Returns the freshness lifetime in seconds that the response states. The value is `nil` if
    /// the response states no lifetime.
    ///
    /// RFC 9111 section 4.2.1.
    func statedLifetime(_ rules: Rules) -> Int64? {
      if rules.isShared, let seconds = Self.seconds(directives.sharedMaxAge) { return seconds }
      if let seconds = Self.seconds(directives.maxAge) { return seconds }
      switch expiry {
      case .absent: return nil
      case .invalid: return 0
      case .at(let end):
        // Dates have years from 0 to 9999, so the difference of two dates cannot overflow.
        return min(max(0, end.secondsSinceEpoch - date.secondsSinceEpoch), secondsLimit)
      }
    }

    /// Returns the stated or heuristic freshness lifetime of the response in seconds.
    func lifetime(_ rules: Rules) -> Int64 {
      if let stated = statedLifetime(rules) { return stated }
      guard isHeuristic || directives.isPublic, let changed = validators.lastModifiedDate else {
        return 0
      }
      let unchanged = max(0, date.secondsSinceEpoch - changed.secondsSinceEpoch)
      // The heuristic lifetime is a percentage of the time since the last modification. RFC 9111
      // section 4.2.2.
      let percentage = Int64(min(max(rules.heuristicPercentage, 0), 100))
      return min(unchanged / 100 * percentage, rules.heuristicLimit)
    }

    /// Returns whether the cache must always validate a stale response before its use.
    ///
    /// RFC 9111 section 4.2.4.
    func forbidsStale(_ rules: Rules) -> Bool {
      directives.mustRevalidate || directives.noCache == .all
        || rules.isShared
          && (directives.proxyRevalidate || directives.sharedMaxAge != .absent)
    }

    /// Returns the seconds of a directive's duration. An invalid duration counts as zero seconds.
    /// RFC 9111 section 4.2.1.
    private static func seconds(_ delta: Delta) -> Int64? {
      switch delta {
      case .absent: nil
      case .invalid: 0
      case .seconds(let seconds): seconds
      }
    }

    private static func date(_ name: HTTP.FieldName, _ fields: HTTP.Fields) -> HTTP.Date? {
      let values = fields.values(of: name)
      guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
      return try? HTTP.Date(first.bytes.span)
    }
  }
}
