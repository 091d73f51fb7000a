extension HTTP {
  /// The statuses with which a call returns its response.
  ///
  ///     let found = try await api.get("users/\(id)", accepting: .success.adding(404))
  ///     $0.acceptedStatuses = .any
  ///
  /// Any other status makes the call throw an error that has the response.
  public struct AcceptedStatuses: Sendable, Hashable {
    /// The accepted ranges; nil for all statuses.
    package let ranges: [ClosedRange<Int>]?

    private init(_ ranges: [ClosedRange<Int>]?) { self.ranges = ranges }

    /// All statuses.
    public static let any = AcceptedStatuses(nil)

    /// The statuses from 200 to 299.
    public static let success = AcceptedStatuses([200...299])

    /// Accepts the statuses in some ranges, such as `200...299`.
    ///
    /// - Parameter ranges: The ranges, both ends of which are accepted.
    public static func codes(_ ranges: ClosedRange<Int>...) -> AcceptedStatuses {
      AcceptedStatuses(ranges)
    }

    /// Returns these statuses together with others.
    ///
    /// - Parameter codes: The codes of the other statuses.
    public func adding(_ codes: Int...) -> AcceptedStatuses {
      AcceptedStatuses(ranges.map { $0 + codes.map { $0...$0 } })
    }

    /// Returns a Boolean value that indicates whether a status is accepted.
    ///
    /// - Parameter code: The three digits of the status.
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
  /// The ranges as text, such as `200...299, 404`.
  public var description: String {
    guard let ranges else { return "any" }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0)" }.joined(separator: ", ")
  }
}

extension HTTP.AcceptedStatuses: Codable {
  /// Reads a list of ranges; null stands for all statuses.
  ///
  /// - Parameter decoder: The decoder of the format.
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
