extension HTTP {
  /// The set of response statuses that a session call returns instead of throwing an error.
  ///
  ///     let found = try await api.get("users/\(id)", accepting: .success.adding(404))
  ///     $0.acceptedStatuses = .any
  ///
  /// If the set does not contain the response status, the call throws an error with the response.
  public struct AcceptedStatuses: Sendable, Hashable {
    /// The accepted ranges of status codes; `nil` if all statuses are accepted.
    package let ranges: [ClosedRange<Int>]?

    private init(_ ranges: [ClosedRange<Int>]?) { self.ranges = ranges }

    /// The set of all response statuses.
    public static let any = AcceptedStatuses(nil)

    /// The set of the response statuses from 200 to 299.
    public static let success = AcceptedStatuses([200...299])

    /// Returns the set of the response statuses in the given ranges, such as `200...299`.
    ///
    /// - Parameter ranges: The ranges of status codes, which include their bounds.
    public static func codes(_ ranges: ClosedRange<Int>...) -> AcceptedStatuses {
      AcceptedStatuses(ranges)
    }

    /// Returns the union of these accepted statuses and the given status codes.
    ///
    /// - Parameter codes: The codes of the statuses to add.
    public func adding(_ codes: Int...) -> AcceptedStatuses {
      AcceptedStatuses(ranges.map { $0 + codes.map { $0...$0 } })
    }

    /// Returns a Boolean value that indicates whether the set contains a status code.
    ///
    /// - Parameter code: The three-digit status code.
    public func contains(_ code: Int) -> Bool {
      guard let ranges else { return true }
      return ranges.contains { $0.contains(code) }
    }

    /// Returns a Boolean value that indicates whether the set contains the status of a response.
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
  /// Decodes accepted statuses from an array of status code ranges. The value `null` represents all
  /// statuses.
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
