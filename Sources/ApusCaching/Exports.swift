@_exported public import ApusHTTP

/// A client's cache of HTTP responses, by RFC 9111.
public enum Caching {}

extension Caching {
  /// The longest duration that the cache can represent, in seconds.
  ///
  /// The cache replaces every longer duration, and every longer sum of durations, by this limit.
  ///
  /// RFC 9111 section 1.2.2.
  public static let secondsLimit: Int64 = 1 << 31
}
