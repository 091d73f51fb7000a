extension HTTP {
  /// The set of response statuses with which a call returns the response.
  ///
  ///     let found = try await api.get("users/\(id)", accepting: .success.adding(404))
  ///     $0.acceptedStatuses = .any
  ///
  /// For a status outside the set, the call throws an error that contains the response.
  public struct AcceptedStatuses: Sendable, Hashable {
    /// The accepted ranges of status codes; `nil` if all statuses are accepted.
    package let ranges: [ClosedRange<Int>]?

    private init(_ ranges: [ClosedRange<Int>]?) { self.ranges = ranges }

    /// The set of all response statuses.
    public static let any = AcceptedStatuses(nil)

    /// The set of the response statuses from 200 to 299.
    public static let success = AcceptedStatuses([200...299])

    /// Returns the set of the statuses in some ranges, such as `200...299`.
    ///
    /// - Parameter ranges: The ranges of status codes, which include their bounds.
    public static func codes(_ ranges: ClosedRange<Int>...) -> AcceptedStatuses {
      AcceptedStatuses(ranges)
    }

    /// Returns these accepted statuses together with other statuses.
    ///
    /// - Parameter codes: The codes of the statuses to add.
    public func adding(_ codes: Int...) -> AcceptedStatuses {
      AcceptedStatuses(ranges.map { $0 + codes.map { $0...$0 } })
    }

    /// Returns a Boolean value that indicates whether a status is accepted.
    ///
    /// - Parameter code: The three-digit status code.
    public func contains(_ code: Int) -> Bool {
      guard let ranges else { return true }
      return ranges.contains { $0.contains(code) }
    }

    /// Returns a Boolean value that indicates whether a status is accepted.
    ///
    /// - Parameter status: The status of a response.
    public func contains(_ status: Status) -> Bool { contains(status.code) }
  }
}

extension HTTP.AcceptedStatuses: CustomStringConvertible {
  /// The accepted ranges of status codes as text, such as `200...299, 404`.
  public var description: String {
    guard let ranges else { return "any" }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0)" }.joined(separator: ", ")
  }
}

extension HTTP.AcceptedStatuses: Codable {
  /// Decodes accepted statuses from a list of ranges. The value `null` represents all statuses.
  ///
  /// - Parameter decoder: The decoder that provides the list of ranges.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(container.decodeNil() ? nil : try container.decode([ClosedRange<Int>].self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    guard let ranges else { return try container.encodeNil() }
    try container.encode(ranges)
  }
}
