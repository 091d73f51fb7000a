/// A client's cache of HTTP responses, by RFC 9111.
public enum Caching {}

extension Caching {
  /// The longest time that the cache counts, in seconds.
  ///
  /// The cache replaces every longer time, and every longer sum of times, by this limit.
  ///
  /// RFC 9111 section 1.2.2.
  public static let secondsLimit: Int64 = 1 << 31
}
