internal import ApusHTTP
internal import ApusTLS

/// What a connection must have been made for to serve a request.
///
/// Two requests share connections only if their keys are equal, so that whatever could make one
/// connection less trustworthy than another belongs in here. What the session's configuration says
/// is the same for all of its connections: each session has a pool of its own. But roots and the
/// client's identity change while a session lives, and a request may bring a challenge of its own.
/// The facts lie apart, with their hash: a key is handed on and looked up several times for each
/// request.
struct PoolKey: Hashable, Sendable {
  private let facts: Facts

  private final class Facts: Sendable {
    let origin: HTTP.Origin
    let proxy: HTTP.Origin?
    let security: TLS.SecurityIdentity?
    let challenge: HTTPSession.TrustChallenge?
    let digest: Int

    init(
      _ origin: HTTP.Origin, _ proxy: HTTP.Origin?, _ security: TLS.SecurityIdentity?,
      _ challenge: HTTPSession.TrustChallenge?
    ) {
      self.origin = origin
      self.proxy = proxy
      self.security = security
      self.challenge = challenge
      var hasher = Hasher()
      hasher.combine(origin)
      hasher.combine(proxy)
      hasher.combine(security)
      hasher.combine(challenge)
      digest = hasher.finalize()
    }
  }

  init(
    _ origin: HTTP.Origin, proxy: HTTP.Origin? = nil, security: TLS.SecurityIdentity? = nil,
    challenge: HTTPSession.TrustChallenge? = nil
  ) {
    facts = Facts(origin, proxy, security, challenge)
  }

  /// The scheme, the host and the port that are asked.
  var origin: HTTP.Origin { facts.origin }

  /// The proxy that leads there, if any.
  var proxy: HTTP.Origin? { facts.proxy }

  /// All by which the server is trusted, as it was when the key was made; nil for clear text.
  var security: TLS.SecurityIdentity? { facts.security }

  /// Who is asked about the server, where the request has brought somebody.
  var challenge: HTTPSession.TrustChallenge? { facts.challenge }

  static func == (left: PoolKey, right: PoolKey) -> Bool {
    left.facts === right.facts
      || left.facts.digest == right.facts.digest && left.origin == right.origin
        && left.proxy == right.proxy && left.security == right.security
        && left.challenge == right.challenge
  }

  func hash(into hasher: inout Hasher) { hasher.combine(facts.digest) }
}
