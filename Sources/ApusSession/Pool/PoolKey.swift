internal import ApusHTTP

/// What a connection must have been made for to serve a request.
///
/// Two requests share connections only if their keys are equal, so that whatever could make one
/// connection less trustworthy than another belongs in here. What the session's configuration says
/// is the same for all of its connections: each session has a pool of its own. The facts lie apart,
/// with their hash: a key is handed on and looked up several times for each request.
struct PoolKey: Hashable, Sendable {
  private let facts: Facts

  private final class Facts: Sendable {
    let origin: HTTP.Origin
    let proxy: HTTP.Origin?
    let digest: Int

    init(_ origin: HTTP.Origin, _ proxy: HTTP.Origin?) {
      self.origin = origin
      self.proxy = proxy
      var hasher = Hasher()
      hasher.combine(origin)
      hasher.combine(proxy)
      digest = hasher.finalize()
    }
  }

  init(_ origin: HTTP.Origin, proxy: HTTP.Origin? = nil) { facts = Facts(origin, proxy) }

  /// The scheme, the host and the port that are asked.
  var origin: HTTP.Origin { facts.origin }

  /// The proxy that leads there, if any.
  var proxy: HTTP.Origin? { facts.proxy }

  static func == (left: PoolKey, right: PoolKey) -> Bool {
    left.facts === right.facts
      || left.facts.digest == right.facts.digest && left.origin == right.origin
        && left.proxy == right.proxy
  }

  func hash(into hasher: inout Hasher) { hasher.combine(facts.digest) }
}
