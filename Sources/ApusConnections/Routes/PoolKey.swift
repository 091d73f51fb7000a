package import ApusHTTP
internal import ApusNames
package import ApusTLS

/// The properties that a connection must have to serve a request.
///
/// Two requests share connections only if their pool keys are equal. The key therefore contains all
/// properties that could make one connection less trustworthy than another. A session's
/// configuration is the same for all of its connections, because each session has its own pool. The
/// root certificates and the client's identity change during a session, and a request may have a
/// trust challenge of its own. The facts of a key are boxed with their hash, because each request
/// passes on and looks up the key several times.
package struct PoolKey: Hashable, Sendable {
  /// A step of making a connection. Each step uses the result of the previous step.
  enum Step: Hashable, Sendable {
    /// A connection to the host and port of an origin, or to the Unix socket that replaces all
    /// servers.
    case connect(HTTP.Origin)
    /// A TLS handshake with an origin, with the security identity at the time when the key was
    /// made.
    case protect(HTTP.Origin, TLS.SecurityIdentity)
    /// The last step: a connection to a proxy, which forwards requests to any origin.
    case forward(Connections.Proxy)
    /// A tunnel from a proxy to an origin. The proxy only forwards the bytes of the tunnel.
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

  /// Returns the key of connections with the same steps and with the request's own connection
  /// properties, if the request has some.
  func with(_ own: HTTP.OwnConnection?) -> PoolKey {
    guard let own else { return self }
    return PoolKey(Facts(origin, steps, challenge, own))
  }

  /// Creates the key of direct connections to an origin. The connections use TLS if a security
  /// identity is given.
  init(
    _ origin: HTTP.Origin, security: TLS.SecurityIdentity? = nil,
    challenge: Connections.TrustChallenge? = nil
  ) {
    var steps = [Step.connect(origin)]
    if let security { steps.append(.protect(origin, security)) }
    self.init(origin, steps, challenge: challenge)
  }

  /// Creates the key of direct connections in clear text to an origin.
  package init(inClearTo origin: HTTP.Origin) { self.init(origin) }

  /// The scheme, the host and the port of the requests.
  var origin: HTTP.Origin { facts.origin }

  /// The host and the port that the session connects to, either of the origin or of a proxy.
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

  /// The steps of making a connection.
  var steps: [Step] { facts.steps }

  /// The security identity that the session's trust in the server depends on. The value is `nil`
  /// for a connection in clear text.
  package var security: TLS.SecurityIdentity? {
    guard case .protect(_, let security) = steps.last else { return nil }
    return security
  }

  /// The request's trust challenge about the server. The value is `nil` if the request has no
  /// challenge.
  package var challenge: Connections.TrustChallenge? { facts.challenge }

  /// The request's own connection properties, which replace the session's settings. The value is
  /// `nil` if the request has none.
  package var own: HTTP.ConnectionOptions? { facts.own?.properties }

  package static func == (left: PoolKey, right: PoolKey) -> Bool {
    left.facts === right.facts
      || left.facts.digest == right.facts.digest && left.origin == right.origin
        && left.steps == right.steps && left.challenge == right.challenge
        && left.facts.own == right.facts.own
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(facts.digest) }
}
