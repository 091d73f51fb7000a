package import ApusHTTP
internal import ApusNames
package import ApusTLS

/// The properties that a connection must have to serve a request.
///
/// Two requests share connections only if their pool keys are equal. The key therefore contains all
/// properties that affect the trust in a connection, such as the root certificates, the client's
/// identity and the request's trust challenge. Settings that are the same for the whole session are
/// not part of the key, because each session has its own pool. The key stores its hash, because
/// each request looks up the key several times.
package struct PoolKey: Hashable, Sendable {
  /// A step of establishing a connection, such as TCP, a proxy tunnel or TLS.
  enum Step: Hashable, Sendable {
    /// A connection to the host and port of an origin, or to the Unix socket that replaces all
    /// servers.
    case connect(HTTP.Origin)
    /// A TLS handshake with an origin, under the trust settings at the time when the pool key was
    /// created.
    case protect(HTTP.Origin, TLS.SecurityIdentity)
    /// A connection to an HTTP proxy that forwards requests to any origin, as the last step.
    case forward(Connections.Proxy)
    /// A tunnel through a proxy to an origin. The proxy forwards bytes without reading them.
    case tunnel(Connections.Proxy, HTTP.Origin)
  }

  private let facts: Facts

  private final class Facts: Sendable {
    let origin: HTTP.Origin
    let steps: [Step]
    let challenge: Connections.TrustChallenge?
    let own: HTTP.OwnConnection?
    let digest: Int

    init(
      _ origin: HTTP.Origin, _ steps: [Step], _ challenge: Connections.TrustChallenge?,
      _ own: HTTP.OwnConnection? = nil
    ) {
      self.origin = origin
      self.steps = steps
      self.challenge = challenge
      self.own = own
      var hasher = Hasher()
      hasher.combine(origin)
      hasher.combine(steps)
      hasher.combine(challenge)
      if let own { hasher.combine(own) }
      digest = hasher.finalize()
    }
  }

  init(
    _ origin: HTTP.Origin, _ steps: [Step], challenge: Connections.TrustChallenge? = nil
  ) {
    facts = Facts(origin, steps, challenge)
  }

  private init(_ facts: Facts) { self.facts = facts }

  /// Returns the pool key with the connection properties of a request, such as a local address.
  func with(_ own: HTTP.OwnConnection?) -> PoolKey {
    guard let own else { return self }
    return PoolKey(Facts(origin, steps, challenge, own))
  }

  /// Creates the pool key of direct connections to an origin. With trust settings, the connections
  /// use TLS.
  init(
    _ origin: HTTP.Origin, security: TLS.SecurityIdentity? = nil,
    challenge: Connections.TrustChallenge? = nil
  ) {
    var steps = [Step.connect(origin)]
    if let security { steps.append(.protect(origin, security)) }
    self.init(origin, steps, challenge: challenge)
  }

  /// Creates the pool key of direct connections in clear text to an origin.
  package init(inClearTo origin: HTTP.Origin) { self.init(origin) }

  /// The scheme, the host and the port of the requests on the connection.
  var origin: HTTP.Origin { facts.origin }

  /// The host and the port that the session connects to: the origin or a proxy.
  package var dialled: HTTP.Origin {
    guard case .connect(let place) = steps.first else { return origin }
    return place
  }

  /// The proxy that the session connects to. The value is `nil` for a direct connection.
  package var proxy: Connections.Proxy? {
    for step in steps {
      switch step {
      case .connect, .protect: continue
      case .forward(let proxy), .tunnel(let proxy, _): return proxy
      }
    }
    return nil
  }

  /// The steps of establishing a connection with the pool key.
  var steps: [Step] { facts.steps }

  /// The trust settings that verify the server. The value is `nil` for a connection in clear text.
  package var security: TLS.SecurityIdentity? {
    guard case .protect(_, let security) = steps.last else { return nil }
    return security
  }

  /// The request's trust challenge for the server's certificates. The value is `nil` if the request
  /// has no challenge.
  package var challenge: Connections.TrustChallenge? { facts.challenge }

  /// The connection properties of the request, which override the session's settings. The value is
  /// `nil` if the request sets no property.
  package var own: HTTP.ConnectionOptions? { facts.own?.properties }

  package static func == (left: PoolKey, right: PoolKey) -> Bool {
    left.facts === right.facts
      || left.facts.digest == right.facts.digest && left.origin == right.origin
        && left.steps == right.steps && left.challenge == right.challenge
        && left.facts.own == right.facts.own
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(facts.digest) }
}
