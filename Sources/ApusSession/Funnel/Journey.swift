internal import ApusAuthentication
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The state of a call between its attempts: the next request, and the meaning of a response.
///
/// The decisions are made by values that each know one rule: a replay on another connection, the
/// target of a redirect, the reply to a challenge. They are called in that order.
///
/// Most calls are one request and have no journey: it begins with the first decision.
final class Journey {
  private let session: HTTPSession
  private let call: CallContext
  /// The request that the journey begins with.
  private let first: PreparedRequest
  /// The request after a redirect.
  private var step: RedirectRules.Step?
  /// A Boolean value that indicates whether the next request needs a new connection.
  private(set) var isFresh = false
  private(set) var redirects: [HTTP.Redirect] = []
  private var staleReplay = StaleReplay()
  /// The retries, if there is a policy.
  private var retries: CallRetries?
  /// A Boolean value that indicates whether the session answers challenges.
  private let answersChallenges: Bool
  private var authentication: CallAuthentication?
  /// The reply to the latest challenge.
  private var credential: Authentication.Answer?
  /// The credential of the last request, in reply to a challenge or before one.
  private var sentCredential: Authentication.Answer?
  /// A Boolean value that indicates whether the request has its own credential.
  private var isAnsweredByHand = false

  init(_ first: PreparedRequest, _ call: CallContext, _ session: HTTPSession) {
    self.first = first
    self.call = call
    self.session = session
    retries = CallRetries.retries(of: first, call, session)
    answersChallenges = session.configuration.authentication.isOn
  }

  /// The request that is sent next, with no more fields than the caller's own.
  private var request: HTTP.Request { step?.request ?? first.request }

  /// Returns whether a call has a decision before its first request, or after any response.
  static func begins(with first: PreparedRequest, _ session: HTTPSession) -> Bool {
    session.configuration.cookies != nil || session.configuration.authentication.isOn
      || CallRetries.mayRetry(first, session)
  }

  /// A Boolean value that indicates whether the session may add fields to each request.
  private var addsFields: Bool { session.configuration.cookies != nil || answersChallenges }

  /// The next request, with all that the session adds to it; nil if it must be prepared first.
  var ready: PreparedRequest? { step == nil ? equipped(first) : nil }

  /// Returns the next request, with all that the session adds to it for its server.
  func next() async throws(HTTPSessionError) -> PreparedRequest {
    guard let step else { return equipped(first) }
    return equipped(
      try await PreparedRequest(step.request, at: step.url, session.defaults, in: call))
  }

  /// Returns a request with all that the session adds to it for its server.
  private func equipped(_ prepared: PreparedRequest) -> PreparedRequest {
    guard addsFields else { return prepared }
    var added: [HTTP.Field] = []
    if let cookies, !prepared.fields.contains(.cookie),
      let value = cookies.field(for: prepared.url)
    {
      added.append(HTTP.Field(.cookie, value))
    }
    // A field of the caller or of the session is the reply to any challenge.
    isAnsweredByHand = prepared.fields.contains(.authorization)
    if answersChallenges, !isAnsweredByHand {
      sentCredential = credential ?? answerAhead(of: prepared)
      if let sentCredential { added.append(sentCredential.field) }
      credential = nil
    }
    return added.isEmpty
      ? prepared : PreparedRequest(prepared, adding: added, answering: sentCredential)
  }

  /// Returns whether a failed request is sent again, at the time to send it.
  func mayReplay(_ outcome: AttemptOutcome) async throws(HTTPSessionError) -> Bool {
    isFresh = staleReplay.mayReplay(outcome)
    if isFresh {
      // Otherwise the server would repeat its challenge, which would count as a rejection.
      credential = sentCredential.map { answeredAgain(outcome.prepared) ?? $0 }
      call.note(.replaying)
      return true
    }
    guard try await retries?.mayRetry(outcome) == true else { return false }
    beginAnew()
    return true
  }

  /// Returns whether the request is retried after its response, at the time to send it.
  private func mayRetry(_ answer: OpenResponse) async throws(HTTPSessionError) -> Bool {
    guard !answer.isStored, try await retries?.mayRetry(answer) == true else { return false }
    beginAnew()
    return true
  }

  /// Begins an attempt on any connection, without earlier challenges.
  private func beginAnew() {
    (isFresh, authentication, credential) = (false, nil, nil)
  }

  /// Takes the cookies of a response, and returns whether the response is final because no rule
  /// could replace it.
  func keeps(_ answer: OpenResponse) -> Bool {
    // Stored fields have no new cookies or credentials.
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

  /// Returns whether a response is about a credential.
  private func isChallenged(by answer: OpenResponse) -> Bool {
    answersChallenges && !isAnsweredByHand
      && (authentication != nil || answer.head.status.code == 401)
  }

  /// Returns a response that was not kept if it is the caller's; nil if another request is sent
  /// first.
  func take(
    _ answer: consuming OpenResponse
  ) async throws(HTTPSessionError) -> OpenResponse? {
    let sent = answer.prepared
    if isChallenged(by: answer) {
      if !answer.isStored || answer.validation != nil {
        guard try await authenticate(&answer) else { return nil }
      } else {
        // The server has not seen the credential, so that it has neither taken nor refused it.
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
  /// Returns the next request of a redirect, or nil if the response is the caller's.
  private func redirect(
    _ answer: OpenResponse
  ) async throws(HTTPSessionError) -> RedirectRules.Step? {
    let policy = call.redirects ?? session.configuration.redirects
    let strictTransport = session.configuration.strictTransport
    let rules = RedirectRules(policy: policy, strictTransport: strictTransport)
    // The caller's fields, without the session's.
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

  /// Returns a step that the program may have changed.
  private func changed(
    _ reply: HTTP.Request, _ step: RedirectRules.Step, _ rules: RedirectRules,
    _ answer: OpenResponse
  ) throws(HTTPSessionError) -> RedirectRules.Step {
    var reply = try session.written(reply)
    if reply.target == step.request.target {
      // A program that restores the content of a POST may not think of its destination.
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
  /// Returns a credential before the server's challenge, if the server is known to require one.
  private func answerAhead(of prepared: PreparedRequest) -> Authentication.Answer? {
    let credentials = session.configuration.authentication.credentials
    guard credentials.mayGoAhead, credentials.mayGoAhead(to: prepared.url.origin) else {
      return nil
    }
    var authentication = authentication ?? newAuthentication
    defer { self.authentication = authentication }
    return authentication.answerAhead(of: request, at: prepared.url)
  }

  /// Returns the reply for a repeated request.
  ///
  /// A server that counts the uses of its nonce may have seen the first one.
  private func answeredAgain(_ prepared: PreparedRequest) -> Authentication.Answer? {
    var request = request
    request.method = prepared.request.method
    return authentication?.answerAgain(for: request, at: prepared.url)
  }

  private var newAuthentication: CallAuthentication {
    CallAuthentication(session.configuration.authentication, session.environment.random)
  }

  /// Handles a challenge; returns false if the request is sent again with a credential.
  private func authenticate(
    _ answer: inout OpenResponse
  ) async throws(HTTPSessionError) -> Bool {
    var authentication = authentication ?? newAuthentication
    let sent = answer.prepared
    // A stored response that was just validated has the fields of another exchange.
    let head = answer.validation.map { HTTP.ResponseHead(304, fields: $0) } ?? answer.head
    // The server judged the method that the interceptors have set.
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

// MARK: The program's word

extension Journey {
  /// Returns the decision of a function of the program, within the time of the call.
  ///
  /// It runs in a separate task, and never on the thread of a loop.
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

  /// Returns the error of a call that ends with a response, which is kept without its content.
  private func failed(
    _ reason: HTTPSessionError.Reason, _ answer: OpenResponse, _ underlying: (any Error)? = nil
  ) -> HTTPSessionError {
    answer.content.close()
    return HTTPSessionError(
      session.told(reason), request: answer.prepared.whole, response: HTTP.Response(answer.head),
      underlying: underlying)
  }
}
