extension HTTPSession {
  /// The statuses that one call accepts, in place of `Configuration.acceptedStatuses`.
  ///
  /// A response with any other status is an error that carries the response.
  public struct AcceptedStatuses: Sendable, Hashable {
    let range: ClosedRange<Int>?

    private init(_ range: ClosedRange<Int>?) { self.range = range }

    /// All statuses.
    public static let any = AcceptedStatuses(nil)

    /// Accepts the statuses in a range, such as `200...299`.
    public static func codes(_ range: ClosedRange<Int>) -> AcceptedStatuses {
      AcceptedStatuses(range)
    }
  }
}
