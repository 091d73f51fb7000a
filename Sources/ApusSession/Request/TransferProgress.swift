/// How far the content of a request or of a response has got.
public struct TransferProgress: Sendable, Hashable {
  /// How many bytes there were so far.
  public let completed: Int
  /// How many there will be, if that is known.
  public let total: Int?

  /// How much of it is done, from 0 to 1, if the total is known.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(1, Double(completed) / Double($0)) }
  }
}
