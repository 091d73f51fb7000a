/// How long each phase of a request may take before it fails by name.
public struct Timeouts: Sendable, Hashable {
  /// From the first address tried to an open connection.
  public var connect: Duration = .seconds(10)
  /// From the last byte sent to the first byte of the answer.
  public var firstByte: Duration = .seconds(60)
  /// Between two pieces of a body.
  public var idle: Duration = .seconds(60)
  /// From call to answer, everything included; nil is no bound.
  public var request: Duration?

  /// The defaults.
  public init() {}
}
