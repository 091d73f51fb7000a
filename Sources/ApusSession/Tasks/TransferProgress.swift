/// How far the content of a request or of a response has got.
///
/// It is counted as it goes over the wire: of compressed content the bytes before they are decoded,
/// so that a total is known wherever the sender has named one.
public struct TransferProgress: Sendable, Hashable {
  /// How many bytes of the content went over the wire so far, or were there before.
  public let completed: Int
  /// How many there will be, if that is known.
  public let total: Int?
  /// How many bytes of content those are once their codings are undone.
  public let decoded: Int

  init(completed: Int, total: Int?, decoded: Int? = nil) {
    self.completed = completed
    self.total = total
    self.decoded = decoded ?? completed
  }

  /// How much of it is done, from 0 to 1, if the total is known.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(1, Double(completed) / Double($0)) }
  }

  /// The same behind bytes that were there before.
  func behind(_ offset: Int) -> TransferProgress {
    guard offset > 0 else { return self }
    return TransferProgress(
      completed: offset + completed, total: total.map { offset + $0 }, decoded: offset + decoded)
  }
}
