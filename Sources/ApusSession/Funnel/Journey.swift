internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The state of a call between its requests, which contains the next request and interprets the
/// last response.
///
/// Redirects, replays and challenges each have a separate type that contains their rule. The rules
/// are applied in this order: a replay on another connection, the target of a redirect, the reply
/// to a challenge.
///
/// Most calls send one request and never create this state, which only cookies, redirects,
/// challenges, replays and retries require.
final class Journey {
  private let session: HTTPSession
  private let call: CallContext
  /// The first request of the call.
  private let first: PreparedRequest
  /// The request that follows a redirect, or `nil` before the first redirect.
  private var step: RedirectRules.Step?
  /// A Boolean value that indicates whether the next request requires a new connection.
  private(set) var isFresh = false
  private(set) var redirects: [HTTP.Redirect] = []
  private var staleReplay = StaleReplay()
  /// The retries of the call, or `nil` without a retry policy.
  private var retries: CallRetries?
  /// A Boolean value that indicates whether the session answers authentication challenges.
  private let answersChallenges: Bool
  private var authentication: CallAuthentication?
  /// The reply to the latest challenge, which the next request contains.
  private var credential: Authentication.Answer?
  /// The credential of the last request, sent in reply to a challenge or before a challenge.
  private var sentCredential: Authentication.Answer?
  /// A Boolean value that indicates whether the request contains an `Authorization` field of its
  /// caller or of the session.
  private var isAnsweredByHand = false

  init(_ first: PreparedRequest, _ call: CallContext, _ session: HTTPSession) {
    self.first = first
    self.call = call
    self.session = session
    retries = CallRetries.retries(of: first, call, session)
    answersChallenges = session.configuration.authentication.isOn
  }

  /// The next request, without the header fields that the session adds.
  private var request: HTTP.Request { step?.request ?? first.request }

  /// Returns whether the session must make a decision before a call's first request, or after any
  /// response.
  static func begins(with first: PreparedRequest, _ session: HTTPSession) -> Bool {
    session.configuration.cookies != nil || session.configuration.authentication.isOn
      || CallRetries.mayRetry(first, session)
  }

  /// A Boolean value that indicates whether the session may add header fields to each request.
  private var addsFields: Bool { session.configuration.cookies != nil || answersChallenges }

  /// The complete next request, or `nil` if the request must be prepared first.
  var ready: PreparedRequest? { step == nil ? equipped(first) : nil }

  /// Returns the next request with the cookies and the credential that the session adds.
  func next() async throws(HTTPSessionError) -> PreparedRequest {
    guard let step else { return equipped(first) }
    return equipped(
      try await PreparedRequest(step.request, at: step.url, session.defaults, in: call))
  }

  /// Returns a request with the cookies and the credential that the session sends to the request's
  /// server.
  private func equipped(_ prepared: PreparedRequest) -> PreparedRequest {
    guard addsFields else { return prepared }
    var added: [HTTP.Field] = []
    if let cookies, !prepared.fields.contains(.cookie),
      let value = cookies.field(for: prepared.url)
    {
      added.append(HTTP.Field(.cookie, value))
    }
    // An `Authorization` field of the caller or of the session has priority over any reply to a
    // challenge.
    isAnsweredByHand = prepared.fields.contains(.authorization)
    if answersChallenges, !isAnsweredByHand {
      sentCredential = credential ?? answerAhead(of: prepared)
      if let sentCredential { added.append(sentCredential.field) }
      credential = nil
    }
    return added.isEmpty
      ? prepared : PreparedRequest(prepared, adding: added, answering: sentCredential)
  }

  /// Returns whether the call sends a failed request again; waits for the time of the retry first.
  func mayReplay(_ outcome: AttemptOutcome) async throws(HTTPSessionError) -> Bool {
    isFresh = staleReplay.mayReplay(outcome)
    if isFresh {
      // Without the credential, the server would repeat its challenge, and the session would treat
      // the credential as rejected.
      credential = sentCredential.map { answeredAgain(outcome.prepared) ?? $0 }
      call.note(.replaying)
      return true
    }
    guard try await retries?.mayRetry(outcome) == true else { return false }
    beginAnew()
    return true
  }

  /// Waits for the retry delay, and returns whether the call retries the request after a response.
  private func mayRetry(_ answer: OpenResponse) async throws(HTTPSessionError) -> Bool {
    guard !answer.isStored, try await retries?.mayRetry(answer) == true else { return false }
    beginAnew()
    return true
  }

  /// Lets the next request use any connection, and discards the state of earlier challenges.
  private func beginAnew() {
    (isFresh, authentication, credential) = (false, nil, nil)
  }

  /// Stores the cookies of a response, and returns `true` if the call ends with the response.
  func keeps(_ answer: OpenResponse) -> Bool {
    // The fields of a stored response contain no new cookies or credentials.
    if let cookies, let news = answer.isStored ? answer.validation : answer.head.fields {
      cookies.receive(news, from: answer.prepared.url)
    }
    guard !isChallenged(by: answer), !answer.isRedirect,
      answer.isStored || retries?.asks(answer) != true
    else { return false }
    if !answer.isStored { retries?.noteKept(answer) }
    noteRedirects(in: answer)
    return true
  }

  private func noteRedirects(in answer: OpenResponse) {
    if !redirects.isEmpty { answer.head.carrier.redirects = redirects }
  }

  /// Returns whether a response contains an authentication challenge or follows a request with a
  /// reply to a challenge.
  private func isChallenged(by answer: OpenResponse) -> Bool {
    answersChallenges && !isAnsweredByHand
      && (authentication != nil || answer.head.status.code == 401)
  }

  /// Returns a response for the caller, or `nil` if the call sends another request first.
  func take(
    _ answer: consuming OpenResponse
  ) async throws(HTTPSessionError) -> OpenResponse? {
    let sent = answer.prepared
    if isChallenged(by: answer) {
      if !answer.isStored || answer.validation != nil {
        guard try await authenticate(&answer) else { return nil }
      } else {
        // The server did not receive the credential, so it neither accepted nor rejected the
        // credential.
        authentication = nil
      }
    }
    if try await mayRetry(answer) { return nil }
    if answer.isRedirect, let step = try await redirect(answer) {
      let redirect = HTTP.Redirect(answer.head.status, from: sent.url, to: step.url)
      redirects.append(redirect)
      call.identity?.note(sent)
      call.note(.redirected(redirect))
      (self.step, isFresh) = (step, false)
      await answer.content.finishRecording()
      return nil
    }
    noteRedirects(in: answer)
    return answer
  }

  private var cookies: HTTPSession.CookieStorage? {
    guard let cookies = session.configuration.cookies else { return nil }
    let handles =
      if let step {
        step.request.options.handlesCookies
      } else {
        first.request.options.handlesCookies
      }
    return handles ?? true ? cookies : nil
  }
}

// MARK: Redirects

extension Journey {
  /// Returns the next request of a redirect, or `nil` if the redirect is returned to the caller.
  private func redirect(
    _ answer: OpenResponse
  ) async throws(HTTPSessionError) -> RedirectRules.Step? {
    let policy = call.redirects ?? session.configuration.redirects
    let strictTransport = session.configuration.strictTransport
    let rules = RedirectRules(policy: policy, strictTransport: strictTransport)
    // The redirected request contains only the caller's fields, without the session's fields.
    var request = request
    request.method = answer.prepared.request.method
    let source = answer.prepared.url
    let step: RedirectRules.Step?
    do throws(HTTPSessionError.RedirectFault) {
      step = try rules.next(after: answer.head, to: request, at: source, count: redirects.count)
    } catch {
      throw failed(.redirect(error), answer)
    }
    guard let step, let ask = policy.onRedirect else { return step }
    let proposal = HTTPSession.ProposedRedirect(
      response: answer.head, source: source, destination: step.url, request: step.request,
      redirected: request,
      count: redirects.count)
    guard let reply = try await heard(answer, { try await ask(proposal) }) else { return nil }
    return try changed(reply, step, rules, answer)
  }

  /// Returns the next request after the program's redirect closure, which may have changed the
  /// request.
  private func changed(
    _ reply: HTTP.Request, _ step: RedirectRules.Step, _ rules: RedirectRules,
    _ answer: OpenResponse
  ) throws(HTTPSessionError) -> RedirectRules.Step {
    var reply = try session.written(reply)
    if reply.target == step.request.target {
      // A closure that restores the content of a POST request may overlook the new origin that
      // receives the content.
      do throws(HTTPSessionError.RedirectFault) {
        try rules.checkContent(of: reply, from: answer.prepared.url, to: step.url)
      } catch {
        throw failed(.redirect(error), answer)
      }
      return RedirectRules.Step(request: reply, url: step.url)
    }
    let url: HTTP.URL
    do throws(HTTP.InvalidURL) {
      let place = try step.url.resolving(HTTP.Reference(reply.target.text))
      url = try session.configuration.strictTransport?.upgraded(place) ?? place
    } catch {
      throw failed(.redirect(.location(error)), answer)
    }
    do throws(HTTPSessionError.RedirectFault) {
      try rules.lead(&reply, from: answer.prepared.url, to: url, fieldsFrom: step.url)
    } catch {
      throw failed(.redirect(error), answer)
    }
    return RedirectRules.Step(request: reply, url: url)
  }
}

// MARK: Challenges

extension Journey {
  /// Returns a credential that is sent before a challenge, if the server is known to require a
  /// credential.
  private func answerAhead(of prepared: PreparedRequest) -> Authentication.Answer? {
    let credentials = session.configuration.authentication.credentials
    guard credentials.mayGoAhead, credentials.mayGoAhead(to: prepared.url.origin) else {
      return nil
    }
    var authentication = authentication ?? newAuthentication
    defer { self.authentication = authentication }
    return authentication.answerAhead(of: request, at: prepared.url)
  }

  /// Returns the reply to a challenge for a repeated request.
  ///
  /// The reply has a new nonce count, because the server may have received the first request.
  private func answeredAgain(_ prepared: PreparedRequest) -> Authentication.Answer? {
    var request = request
    request.method = prepared.request.method
    return authentication?.answerAgain(for: request, at: prepared.url)
  }

  private var newAuthentication: CallAuthentication {
    CallAuthentication(session.configuration.authentication, session.environment.random)
  }

  /// Handles an authentication challenge; returns `false` if the call sends the request again with
  /// a credential.
  private func authenticate(
    _ answer: inout OpenResponse
  ) async throws(HTTPSessionError) -> Bool {
    var authentication = authentication ?? newAuthentication
    let sent = answer.prepared
    // A validated stored response contains the fields of an earlier response, so the fields of the
    // validation are used.
    let head = answer.validation.map { HTTP.ResponseHead(304, fields: $0) } ?? answer.head
    // The reply to the challenge must contain the method that the interceptors have set.
    var request = request
    request.method = sent.request.method
    var decision = authentication.decide(head, request, at: sent.url, isSpent: call.hasSpentBody)
    while true {
      self.authentication = authentication
      switch decision {
      case .deliver(let refusal):
        answer.refusal = refusal
        return true
      case .fail(let error):
        throw failed(.authentication(error), answer)
      case .again(let reply):
        (credential, isFresh) = (reply, false)
        call.note(.challenged(head.status))
        answer.content.close()
        return false
      case .ask(let question):
        switch try await reply(to: question, answer) {
        case .useCredential(let credential):
          decision = authentication.answer(question, with: credential, request, at: sent.url)
        case .performDefaultHandling: decision = .deliver(.noCredential)
        case .rejectProtectionSpace:
          decision = question.withoutFirst.map { .ask($0) } ?? .deliver(.noCredential)
        case .cancel: throw failed(.cancelled, answer)
        case .fail(let error): throw failed(.hook, answer, error)
        }
      }
    }
  }

  private func reply(
    to question: Authentication.Attempts.Question, _ answer: OpenResponse
  ) async throws(HTTPSessionError) -> HTTPSession.AuthenticationReply {
    guard let ask = session.configuration.authentication.onChallenge else {
      return .performDefaultHandling
    }
    let challenge = HTTPSession.AuthenticationChallenge(
      challenges: question.challenges, url: answer.prepared.url, response: answer.head,
      refusalCount: question.refusalCount)
    return try await heard(answer) { try await ask(challenge) }
  }
}

// MARK: Closures of the program

extension Journey {
  /// Returns the result of a closure of the program, within the time of the call.
  ///
  /// The closure runs in a separate task, and never on the thread of an event loop.
  private func heard<Value: Sendable>(
    _ answer: OpenResponse, _ work: @escaping @Sendable () async throws -> Value
  ) async throws(HTTPSessionError) -> Value {
    let result: Result<Value, any Error>
    do throws(NetError) {
      result = try await BoundedTask(
        loop: session.loopOfFiles(), deadline: call.deadlines.request,
        executor: session.executorOfOthers
      ).run(work)
    } catch {
      throw failed(call.deadlines.reason(error, in: .total), answer)
    }
    do {
      return try result.get()
    } catch let error as HTTPSessionError {
      throw error
    } catch {
      let isCancelled = error is CancellationError && Task.isCancelled
      throw failed(isCancelled ? .cancelled : .hook, answer, error)
    }
  }

  /// Returns the error of a call that ends with a response. The error contains the response without
  /// its content.
  private func failed(
    _ reason: HTTPSessionError.Reason, _ answer: OpenResponse, _ underlying: (any Error)? = nil
  ) -> HTTPSessionError {
    answer.content.close()
    return HTTPSessionError(
      session.told(reason), request: answer.prepared.whole, response: HTTP.Response(answer.head),
      underlying: underlying)
  }
}
