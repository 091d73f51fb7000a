internal import ApusAuthentication
internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP

/// What one call has to do with the challenges of the servers that it comes to.
///
/// `answerAhead` is called before each request, `decide` after each response.
struct CallAuthentication {
  private let settings: HTTPSession.AuthenticationSettings
  private let random: any RandomSource
  /// What was done about each server's challenges.
  private var attempts: [HTTP.Origin: Authentication.Attempts] = [:]

  init(_ settings: HTTPSession.AuthenticationSettings, _ random: any RandomSource) {
    self.settings = settings
    self.random = random
  }

  /// What is to be done about an answer.
  enum Decision {
    /// The answer is the caller's; where it demands a credential, it is told why none was given.
    case deliver(AuthenticationError?)
    /// The request is sent again with the field of the credential.
    case again(Authentication.Answer)
    /// The program is asked, and `reply` goes on with what it says.
    case ask(Authentication.Attempts.Question)
    /// The call has failed.
    case fail(AuthenticationError)
  }

  /// The answer that is given before a challenge comes, if a credential has opened the path before.
  mutating func answerAhead(
    of request: HTTP.Request, at url: HTTP.URL
  ) -> Authentication.Answer? {
    let facts = Authentication.RequestFacts(request, at: url, isSpent: false)
    return change(url.origin) { attempts, store, random in
      attempts.begin(facts, &store, using: random)
    }
  }

  /// The last answer with a new count, for a request that is sent again without a response.
  mutating func answerAgain(
    for request: HTTP.Request, at url: HTTP.URL
  ) -> Authentication.Answer? {
    let facts = Authentication.RequestFacts(request, at: url, isSpent: false)
    return change(url.origin) { attempts, store, random in
      attempts.answerAgain(facts, &store, using: random)
    }
  }

  /// Decides about the answer to a request.
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
        // Another request of the call begins anew.
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

  /// Goes on with a credential that the program has given.
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

  /// Changes what is known of a server, with the credentials that other calls change too.
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
  /// What an answer must know of a request to a URL.
  fileprivate init(_ request: HTTP.Request, at url: HTTP.URL, isSpent: Bool) {
    self.init(request, target: url.requestTarget, isSpent: isSpent)
  }

  /// What an answer must know of a request with a target.
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
