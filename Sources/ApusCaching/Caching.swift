/// A client's cache of responses, by RFC 9111.
public enum Caching {}

extension Caching {
  /// The longest time that is counted, in seconds.
  ///
  /// Longer times, and sums that are longer, are taken for it.
  ///
  /// RFC 9111 section 1.2.2.
  public static let secondsLimit: Int64 = 1 << 31
}
