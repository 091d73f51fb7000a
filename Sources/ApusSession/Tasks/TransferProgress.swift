/// The progress of the content of a request or response.
///
/// Encoded bytes are counted, before they are decoded, so that the total is known whenever the
/// sender has named one.
public struct TransferProgress: Sendable, Hashable {
  /// The number of encoded bytes that were transferred, or that already existed.
  public let completed: Int
  /// The total number of bytes, if it is known.
  public let total: Int?
  /// The number of these bytes after decoding.
  public let decoded: Int

  init(completed: Int, total: Int?, decoded: Int? = nil) {
    self.completed = completed
    self.total = total
    self.decoded = decoded ?? completed
  }

  /// The completed fraction, from 0 to 1, if the total is known.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(1, Double(completed) / Double($0)) }
  }

  /// Returns the progress after bytes that already existed.
  func behind(_ offset: Int) -> TransferProgress {
    guard offset > 0 else { return self }
    return TransferProgress(
      completed: offset + completed, total: total.map { offset + $0 }, decoded: offset + decoded)
  }
}
