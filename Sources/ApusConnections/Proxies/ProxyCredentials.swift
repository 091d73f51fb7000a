internal import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// The challenges and credentials of a session's proxies. The store is separate from the challenges
/// and credentials of servers.
final class ProxyCredentials: Sendable {
  private let stores = Lock<[Connections.Proxy: Authentication.CredentialStore]>([:])
  private let random: any RandomSource

  /// The maximum number of proxies whose challenges and credentials are stored.
  private static let limit = 64

  init(_ random: any RandomSource) { self.random = random }

  fileprivate func change<Result, Failure: Error>(
    _ proxy: Connections.Proxy,
    _ body: (
      inout Authentication.CredentialStore, any RandomSource
    ) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let random = random
    return try stores.withLock { (stores) throws(Failure) in
      if stores[proxy] == nil {
        if stores.count >= Self.limit { stores = [:] }
        var store = Authentication.CredentialStore()
        store.set(proxy.credential, for: proxy.server)
        stores[proxy] = store
      }
      var store = stores[proxy] ?? Authentication.CredentialStore()
      defer { stores[proxy] = store }
      return try body(&store, random)
    }
  }
}

/// The authentication of one request, or of one CONNECT request, to its proxy.
///
/// Each nonce is used once, and a request responds to at most two challenges.
final class ProxyAttempts: Sendable {
  private struct State {
    var attempts: Authentication.Attempts
    /// The `Proxy-Authorization` field that responds to the last challenge of the proxy.
    var answer: HTTP.Field?
    /// A Boolean value that indicates whether the proxy has closed the connection after its
    /// challenge.
    var needsConnection = false
  }

  private let proxy: Connections.Proxy
  private let credentials: ProxyCredentials
  private let state: Lock<State>

  init(_ proxy: Connections.Proxy, _ credentials: ProxyCredentials) {
    self.proxy = proxy
    self.credentials = credentials
    // The program has set the credential for this proxy, so the credential may be sent in clear
    // text.
    state = Lock(
      State(attempts: Authentication.Attempts(at: proxy.server, allowsSecretsInClear: true)))
  }

  /// Returns the credential field of the next request to the proxy. Returns `nil` if the proxy has
  /// not requested a credential.
  func field(for facts: Authentication.RequestFacts) -> HTTP.Field? {
    guard proxy.credential != nil else { return nil }
    return state.withLock { state in
      if let answer = state.answer.take() { return answer }
      return credentials.change(proxy) { store, random in
        // If the request is sent again before the proxy has replied, the request contains the same
        // credential again.
        let again = state.attempts.answerAgain(facts, &store, using: random)
        return (again ?? state.attempts.begin(facts, &store, using: random))?.field
      }
    }
  }

  /// Handles an authentication challenge of the proxy. Throws an error if the credential cannot
  /// respond to the challenge.
  func take(
    _ challenge: HTTP.ResponseHead, to facts: Authentication.RequestFacts
  ) throws(AuthenticationError) {
    guard proxy.credential != nil else { throw .noCredential }
    let list = Authentication.ChallengeList(challenge.fields, by: .proxy)
    try state.withLock { (state) throws(AuthenticationError) in
      let decision = credentials.change(proxy) { store, random in
        state.attempts.decide(list, facts, &store, using: random)
      }
      switch decision {
      case .answer(let answer): state.answer = answer.field
      case .ask(let question):
        throw question.refusalCount > 0 ? .credentialRefused : .noCredential
      case .giveUp(let error): throw error
      }
    }
  }

  /// Handles a response without a challenge, and checks the authentication info of the proxy.
  func finish(
    _ head: HTTP.ResponseHead, to facts: Authentication.RequestFacts
  ) throws(AuthenticationError) {
    guard proxy.credential != nil else { return }
    let info = try Authentication.AuthenticationInfo(head.fields, by: .proxy)
    try state.withLock { (state) throws(AuthenticationError) in
      try credentials.change(proxy) { (store, _) throws(AuthenticationError) in
        _ = try state.attempts.finish(facts, info, &store)
      }
    }
  }

  /// Records that the next request needs a new connection to the proxy.
  func askForConnection() { state.withLock { $0.needsConnection = true } }

  /// Returns whether a new connection to the proxy must be made, and resets the flag.
  func takeNeedForConnection() -> Bool {
    state.withLock { state in
      defer { state.needsConnection = false }
      return state.needsConnection
    }
  }
}

extension Connections.Proxy {
  /// The proxy as the server of an HTTP authentication.
  fileprivate var server: Authentication.Server { Authentication.Server(.proxy, at: origin) }
}
