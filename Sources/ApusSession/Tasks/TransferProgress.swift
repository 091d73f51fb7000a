/// The progress of the transfer of request content or response content.
///
/// The progress counts encoded bytes before decoding, so the total is known if the sender has
/// declared a length.
public struct TransferProgress: Sendable, Hashable {
  /// The number of encoded bytes that were transferred, or that the partial file already contained.
  public let completed: Int
  /// The total number of encoded bytes, or nil if the total is not known.
  public let total: Int?
  /// The number of content bytes after content decoding.
  public let decoded: Int

  init(completed: Int, total: Int?, decoded: Int? = nil) {
    self.completed = completed
    self.total = total
    self.decoded = decoded ?? completed
  }

  /// The completed fraction of the content, from 0 to 1, or nil if the total is not known.
  public var fraction: Double? {
    total.map { $0 == 0 ? 1 : min(1, Double(completed) / Double($0)) }
  }

  /// Returns the progress of a resumed download, including the bytes that the partial file already
  /// contained.
  func behind(_ offset: Int) -> TransferProgress {
    guard offset > 0 else { return self }
    return TransferProgress(
      completed: offset + completed, total: total.map { offset + $0 }, decoded: offset + decoded)
  }
}
