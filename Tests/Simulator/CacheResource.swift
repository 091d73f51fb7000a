/// A resource of the simulated servers that a cache may store.
struct CacheResource: Sendable {
  /// The header fields of each response.
  let fields: [(name: String, value: String)]
  /// The maximum age in seconds of a response that a private cache uses without validation.
  let lifetime: Int
  /// The additional maximum age in seconds of a stale response.
  var staleness = 0
  /// A Boolean value that indicates whether a cache must not use a stale response after an error.
  var mustRevalidate = false

  static let all: [CacheResource] = [
    CacheResource(fields: [("Cache-Control", "max-age=60")], lifetime: 60),
    CacheResource(fields: [("Cache-Control", "no-store")], lifetime: -1),
    CacheResource(fields: [("Cache-Control", "no-cache")], lifetime: -1),
    CacheResource(
      fields: [("Cache-Control", "max-age=2, must-revalidate")], lifetime: 2,
      mustRevalidate: true),
    CacheResource(fields: [("Cache-Control", "private, max-age=30")], lifetime: 30),
    CacheResource(
      fields: [("Cache-Control", "public, max-age=1, s-maxage=20")], lifetime: 20,
      mustRevalidate: true),
    CacheResource(
      fields: [("Cache-Control", "max-age=30"), ("Vary", "Accept-Language")], lifetime: 30),
    CacheResource(
      fields: [("Cache-Control", "max-age=2, stale-while-revalidate=20")], lifetime: 2,
      staleness: 20),
    CacheResource(
      fields: [("Cache-Control", "max-age=2, stale-if-error=60")], lifetime: 2, staleness: 60),
    CacheResource(fields: [], lifetime: 0),
    CacheResource(fields: [("Cache-Control", "max-age=5"), ("Vary", "*")], lifetime: -1),
    CacheResource(fields: [("Cache-Control", "max-age=9"), ("Age", "5")], lifetime: 4),
  ]
}
