internal import ApusBytes

extension Caching {
  /// What a response says of how long and for whom it may be kept, read once.
  struct Terms: Sendable, Equatable {
    /// What `Expires` says.
    enum Expiry: Sendable, Equatable {
      case absent
      /// It is no date, or two that differ: long ago. RFC 9111 section 5.3.
      case invalid
      case at(HTTP.Date)
    }

    let directives: ResponseDirectives
    let validators: Validators
    let expiry: Expiry
    /// When the response was made, as the server says, or when it was received.
    let date: HTTP.Date
    /// Whether the status alone allows it to be kept and its freshness to be guessed.
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

    /// Statuses whose responses may be kept though they say nothing; those of parts are left out.
    ///
    /// RFC 9110 section 15.1.
    private static let heuristicStatuses: Set = [
      200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501,
    ]

    /// How many seconds the response says that it is fresh; nil where it says nothing.
    ///
    /// RFC 9111 section 4.2.1.
    func statedLifetime(_ rules: Rules) -> Int64? {
      if rules.isShared, let seconds = Self.seconds(directives.sharedMaxAge) { return seconds }
      if let seconds = Self.seconds(directives.maxAge) { return seconds }
      switch expiry {
      case .absent: return nil
      case .invalid: return 0
      case .at(let end):
        // Dates lie in the years 0 to 9999, so that the difference is far from overflowing.
        return min(max(0, end.secondsSinceEpoch - date.secondsSinceEpoch), secondsLimit)
      }
    }

    /// How many seconds it is fresh, by what it says or by a guess.
    func lifetime(_ rules: Rules) -> Int64 {
      if let stated = statedLifetime(rules) { return stated }
      guard isHeuristic || directives.isPublic, let changed = validators.lastModifiedDate else {
        return 0
      }
      let unchanged = max(0, date.secondsSinceEpoch - changed.secondsSinceEpoch)
      // RFC 9111 section 4.2.2.
      let percentage = Int64(min(max(rules.heuristicPercentage, 0), 100))
      return min(unchanged / 100 * percentage, rules.heuristicLimit)
    }

    /// Whether a stale response may not be given without validation, whatever others allow.
    ///
    /// RFC 9111 section 4.2.4.
    func forbidsStale(_ rules: Rules) -> Bool {
      directives.mustRevalidate || directives.noCache == .all
        || rules.isShared
          && (directives.proxyRevalidate || directives.sharedMaxAge != .absent)
    }

    /// An invalid time is taken for none that is left. RFC 9111 section 4.2.1.
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
