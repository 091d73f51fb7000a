internal import ApusAuthentication
internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// What the proxies of a session have asked for and been shown: each proxy's own, and no server's.
final class ProxyCredentials: Sendable {
  private let stores = Lock<[Connections.Proxy: Authentication.CredentialStore]>([:])
  private let random: any RandomSource

  /// How many proxies are remembered.
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

/// The answers of one request, or of one request for a tunnel, to the challenges of its proxy.
///
/// Each nonce is answered once, and the proxy twice in all.
final class ProxyAttempts: Sendable {
  private struct State {
    var attempts: Authentication.Attempts
    /// The answer to the challenge that came last.
    var answer: HTTP.Field?
    /// Whether the answer needs a connection of its own, because the proxy has ended the last.
    var needsConnection = false
  }

  private let proxy: Connections.Proxy
  private let credentials: ProxyCredentials
  private let state: Lock<State>

  init(_ proxy: Connections.Proxy, _ credentials: ProxyCredentials) {
    self.proxy = proxy
    self.credentials = credentials
    // The program has given the credential for this very hop.
    state = Lock(
      State(attempts: Authentication.Attempts(at: proxy.server, allowsSecretsInClear: true)))
  }

  /// The field that the next request shows the proxy; nil if it has asked for none.
  func field(for facts: Authentication.RequestFacts) -> HTTP.Field? {
    guard proxy.credential != nil else { return nil }
    return state.withLock { state in
      if let answer = state.answer.take() { return answer }
      return credentials.change(proxy) { store, random in
        // An answer without a response is repeated if the request is sent again.
        let again = state.attempts.answerAgain(facts, &store, using: random)
        return (again ?? state.attempts.begin(facts, &store, using: random))?.field
      }
    }
  }

  /// Takes a challenge of the proxy's: the next request answers it, or the error says why not.
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

  /// Takes an answer that is no challenge, and checks what the proxy says of itself.
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

  /// Notes that the answer needs a connection of its own.
  func askForConnection() { state.withLock { $0.needsConnection = true } }

  /// Whether another connection is to be made; asked once for each.
  func takeNeedForConnection() -> Bool {
    state.withLock { state in
      defer { state.needsConnection = false }
      return state.needsConnection
    }
  }
}

extension Connections.Proxy {
  /// The proxy as one that asks who comes.
  fileprivate var server: Authentication.Server { Authentication.Server(.proxy, at: origin) }
}
