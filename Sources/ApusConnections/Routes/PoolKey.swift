package import ApusHTTP
internal import ApusNames
package import ApusTLS

/// The properties that a connection must have to serve a request.
///
/// Two requests share connections only if their keys are equal, so the key contains all properties
/// that could make one connection less trustworthy than another. A session's configuration is the
/// same for all of its connections, because each session has its own pool. But roots and the
/// client's identity change during a session, and a request may have a challenge of its own. The
/// facts are boxed with their hash: a key is passed on and looked up several times for each
/// request.
package struct PoolKey: Hashable, Sendable {
  /// A step of making a connection; each one uses the result of the previous one.
  enum Step: Hashable, Sendable {
    /// A connection to the host and port of an origin, or to the socket that replaces all servers.
    case connect(HTTP.Origin)
    /// A TLS handshake with an origin, with the security identity when the key was made.
    case protect(HTTP.Origin, TLS.SecurityIdentity)
    /// The end of the steps: a connection to a proxy, which forwards requests to any origin.
    case forward(Connections.Proxy)
    /// A connection from a proxy to an origin, on which the proxy only forwards bytes.
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

  /// Returns the key of connections with the same steps, and with other properties if a request has
  /// some of its own.
  func with(_ own: HTTP.OwnConnection?) -> PoolKey {
    guard let own else { return self }
    return PoolKey(Facts(origin, steps, challenge, own))
  }

  /// Creates the key of direct connections to an origin, protected if a security identity is given.
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

  /// The host and the port that are dialled: the origin's, or a proxy's.
  package var dialled: HTTP.Origin {
    guard case .connect(let place) = steps.first else { return origin }
    return place
  }

  /// The proxy that is dialled, if there is one.
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

  /// The security identity by which the server is trusted; nil in clear text.
  package var security: TLS.SecurityIdentity? {
    guard case .protect(_, let security) = steps.last else { return nil }
    return security
  }

  /// The challenge of the request about the server, if there is one.
  package var challenge: Connections.TrustChallenge? { facts.challenge }

  /// The properties in place of the session's settings, if the request has some of its own.
  package var own: HTTP.ConnectionOptions? { facts.own?.properties }

  package static func == (left: PoolKey, right: PoolKey) -> Bool {
    left.facts === right.facts
      || left.facts.digest == right.facts.digest && left.origin == right.origin
        && left.steps == right.steps && left.challenge == right.challenge
        && left.facts.own == right.facts.own
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(facts.digest) }
}
