internal import ApusAuthentication
internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP

/// The state of one call's replies to the authentication challenges of servers.
///
/// The session calls `answerAhead` before each request, and `decide` after each response.
struct CallAuthentication {
  private let settings: HTTPSession.AuthenticationSettings
  private let random: any RandomSource
  /// The attempts to answer the authentication challenges of each server, by origin.
  private var attempts: [HTTP.Origin: Authentication.Attempts] = [:]

  init(_ settings: HTTPSession.AuthenticationSettings, _ random: any RandomSource) {
    self.settings = settings
    self.random = random
  }

  /// The next step of a call after a response that may contain an authentication challenge.
  enum Decision {
    /// The session returns the response to the caller. The error is the reason for an unanswered
    /// challenge.
    case deliver(AuthenticationError?)
    /// The session sends the request again with a credential field.
    case again(Authentication.Answer)
    /// The session calls the challenge closure of the program, and `answer` continues with the
    /// credential.
    case ask(Authentication.Attempts.Question)
    /// The call fails with an authentication error.
    case fail(AuthenticationError)
  }

  /// Returns a credential for a request before a challenge, if the server has accepted it for the
  /// same path.
  mutating func answerAhead(
    of request: HTTP.Request, at url: HTTP.URL
  ) -> Authentication.Answer? {
    let facts = Authentication.RequestFacts(request, at: url, isSpent: false)
    return change(url.origin) { attempts, store, random in
      attempts.begin(facts, &store, using: random)
    }
  }

  /// Returns the last credential with a new nonce count for a repeated request.
  mutating func answerAgain(
    for request: HTTP.Request, at url: HTTP.URL
  ) -> Authentication.Answer? {
    let facts = Authentication.RequestFacts(request, at: url, isSpent: false)
    return change(url.origin) { attempts, store, random in
      attempts.answerAgain(facts, &store, using: random)
    }
  }

  /// Returns the next step of the call after a response, such as a request with a credential.
  mutating func decide(
    _ head: HTTP.ResponseHead, _ request: HTTP.Request, at url: HTTP.URL, isSpent: Bool
  ) -> Decision {
    let party = Authentication.Party.origin
    let facts = Authentication.RequestFacts(request, at: url, isSpent: isSpent)
    guard head.status.code == party.status else {
      guard !attempts.isEmpty, attempts[url.origin] != nil else { return .deliver(nil) }
      do throws(AuthenticationError) {
        let info = try Authentication.AuthenticationInfo(head.fields, by: party)
        try change(url.origin) { (attempts, store, _) throws(AuthenticationError) in
          _ = try attempts.finish(facts, info, &store)
        }
        // The authentication of the next request starts with a new state for this server.
        attempts[url.origin] = nil
        return .deliver(nil)
      } catch {
        return .fail(error)
      }
    }
    let list = Authentication.ChallengeList(head.fields, by: party)
    let decision = change(url.origin) { attempts, store, random in
      attempts.decide(list, facts, &store, using: random)
    }
    return taken(decision)
  }

  /// Continues the authentication with a credential that the program has supplied for a challenge.
  mutating func answer(
    _ question: Authentication.Attempts.Question, with credential: Authentication.Credential,
    _ request: HTTP.Request, at url: HTTP.URL
  ) -> Decision {
    let facts = Authentication.RequestFacts(request, at: url, isSpent: false)
    let decision = change(url.origin) { attempts, store, random in
      attempts.answer(question, with: credential, facts, &store, using: random)
    }
    return taken(decision)
  }

  private func taken(_ decision: Authentication.Attempts.Decision) -> Decision {
    switch decision {
    case .answer(let answer): .again(answer)
    case .ask(let question):
      settings.onChallenge == nil ? .deliver(.noCredential) : .ask(question)
    case .giveUp(let error): error.endsCall ? .fail(error) : .deliver(error)
    }
  }

  /// Changes the call's state for a server, with exclusive access to the shared credential store.
  private mutating func change<Result, Failure: Error>(
    _ origin: HTTP.Origin,
    _ body: (
      inout Authentication.Attempts, inout Authentication.CredentialStore, any RandomSource
    ) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var one =
      attempts[origin]
      ?? Authentication.Attempts(
        at: Authentication.Server(.origin, at: origin),
        allowsSecretsInClear: settings.allowsSecretsInClear)
    defer { attempts[origin] = one }
    let random = random
    return try settings.credentials.withStore { (store) throws(Failure) in
      try body(&one, &store, random)
    }
  }
}

extension Authentication.RequestFacts {
  /// Creates the request facts, such as the method and the URL, that a reply to an authentication
  /// challenge needs.
  fileprivate init(_ request: HTTP.Request, at url: HTTP.URL, isSpent: Bool) {
    self.init(request, target: url.requestTarget, isSpent: isSpent)
  }

  /// Creates the request facts that a reply to an authentication challenge needs, with a given
  /// request target.
  init(_ request: HTTP.Request, target: String, isSpent: Bool) {
    self.init(request.method, target, content: .replayable)
    let body = request.body
    if body.replay == .once {
      content = .stream(isSpent: isSpent)
    } else if let bytes = body.bytes, body.compression == nil {
      content = .bytes(bytes)
    }
  }
}
