package import ApusHTTP
internal import ApusNames
package import ApusTLS

/// What a connection must have been made for to serve a request.
///
/// Two requests share connections only if their keys are equal, so that whatever could make one
/// connection less trustworthy than another belongs in here. What the session's configuration says
/// is the same for all of its connections: each session has a pool of its own. But roots and the
/// client's identity change while a session lives, and a request may bring a challenge of its own.
/// The facts are boxed with their hash: a key is passed on and looked up several times for each
/// request.
package struct PoolKey: Hashable, Sendable {
  /// One of the steps by which a connection is made, each over what the one before has made.
  enum Step: Hashable, Sendable {
    /// A connection to the host and port of an origin, or to the socket that stands for all.
    case connect(HTTP.Origin)
    /// A TLS handshake with an origin, by all that the server is trusted by: its identity as it was
    /// when the key was made.
    case protect(HTTP.Origin, TLS.SecurityIdentity)
    /// Nothing more: what was reached is a proxy, which reads requests to any origin.
    case forward(Connections.Proxy)
    /// A connection that a proxy makes to an origin, and of which it sees bytes alone.
    case tunnel(Connections.Proxy, HTTP.Origin)
  }

  private let facts: Facts

  private final class Facts: Sendable {
    let origin: HTTP.Origin
    let steps: [Step]
    let challenge: Connections.TrustChallenge?
    let digest: Int

    init(_ origin: HTTP.Origin, _ steps: [Step], _ challenge: Connections.TrustChallenge?) {
      self.origin = origin
      self.steps = steps
      self.challenge = challenge
      var hasher = Hasher()
      hasher.combine(origin)
      hasher.combine(steps)
      hasher.combine(challenge)
      digest = hasher.finalize()
    }
  }

  init(
    _ origin: HTTP.Origin, _ steps: [Step], challenge: Connections.TrustChallenge? = nil
  ) {
    facts = Facts(origin, steps, challenge)
  }

  /// The key of connections straight to an origin, protected where it says by what.
  init(
    _ origin: HTTP.Origin, security: TLS.SecurityIdentity? = nil,
    challenge: Connections.TrustChallenge? = nil
  ) {
    var steps = [Step.connect(origin)]
    if let security { steps.append(.protect(origin, security)) }
    self.init(origin, steps, challenge: challenge)
  }

  /// The key of connections in clear text straight to an origin.
  package init(inClearTo origin: HTTP.Origin) { self.init(origin) }

  /// The scheme, the host and the port that are asked.
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

  /// How a connection is made.
  var steps: [Step] { facts.steps }

  /// By what the server is trusted; nil in clear text.
  package var security: TLS.SecurityIdentity? {
    guard case .protect(_, let security) = steps.last else { return nil }
    return security
  }

  /// What asks about the server, where the request has brought it.
  package var challenge: Connections.TrustChallenge? { facts.challenge }

  package static func == (left: PoolKey, right: PoolKey) -> Bool {
    left.facts === right.facts
      || left.facts.digest == right.facts.digest && left.origin == right.origin
        && left.steps == right.steps && left.challenge == right.challenge
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(facts.digest) }
}
