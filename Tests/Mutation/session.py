"""The deletions of what a session does between a request and its answer: redirects, challenges,
cookies, interceptors, and what goes to which server."""

FOLDER = "Sources/ApusSession/"
CONNECTIONS = "Sources/ApusConnections/"
RULES = FOLDER + "Rules/RedirectRules.swift"
JOURNEY = FOLDER + "Funnel/Journey.swift"
PERFORM = FOLDER + "Funnel/HTTPSession+Perform.swift"
ATTEMPT = FOLDER + "Funnel/Attempt.swift"
CALL = FOLDER + "Request/CallContext.swift"
PREPARED = FOLDER + "Request/PreparedRequest.swift"
DEFAULTS = FOLDER + "Request/RequestDefaults.swift"
SENT = CONNECTIONS + "Exchange/SentFields.swift"
STORAGE = FOLDER + "Credentials/CookieStorage.swift"
ANSWERING = FOLDER + "Credentials/CallAuthentication.swift"
INTERCEPTOR = FOLDER + "Interceptors/Interceptor.swift"
INTERCEPTED = FOLDER + "Interceptors/InterceptedAnswer.swift"
BEARER = FOLDER + "Interceptors/BearerTokens.swift"
TRUST = CONNECTIONS + "Trust/TrustSources.swift"
CHECKING = FOLDER + "Configuration/Configuration+Checking.swift"
ARCHIVE = FOLDER + "Configuration/Configuration+Codable.swift"
PINS = CONNECTIONS + "Trust/Policy+Folder.swift"


def suites(*names):
    return r"Apus(Session|Connections)Tests\.(" + "|".join(names) + ")/"


REDIRECTS = suites("RedirectMatrixTests", "RedirectTests", "OriginMatrixTests")
AUTHENTICATION = suites(
    "SessionAuthenticationTests", "RedirectMatrixTests", "ChallengesOnTheWayTests")
COOKIES = suites("CookieStorageTests", "RedirectMatrixTests")
INTERCEPTORS = suites("InterceptorTests", "InterceptedAnswersTests")
TOKENS = suites("BearerTokensTests", "SharedBearerTests", "InterceptorTests")
ORIGINS = suites("OwnOriginsTests", "RedirectMatrixTests")
IDENTITIES = suites("ClientCertificateTests", "RedirectMatrixTests")
SETTINGS = suites("ConfigurationArchiveTests", "SettingsCheckTests", "OwnOriginsTests")


def group(file, tests):
    """How the deletions of one file that some suites must see are written."""

    def other(name, old, new):
        return (f"session: {name}", file, old, new, tests)

    def refusal(name, guard):
        return other(name, f"guard {guard}", f"guard DELETED || {guard}")

    def rule(name, condition):
        """A condition that is part of one, and is taken for met."""
        return other(name, condition, f"(DELETED || {condition})")

    def case(name, condition):
        """A condition that is part of one, and is taken for not met."""
        return other(name, condition, f"(!DELETED && {condition})")

    def step(name, statement):
        """A statement that is left out; one that is put off until the end of its scope stays so."""
        if statement.startswith("defer {"):
            return other(name, statement, f"defer {{ if !DELETED {statement[len('defer '):]} }}")
        return other(name, statement, f"if !DELETED {{ {statement} }}")

    return other, refusal, rule, case, step


DELETIONS = []

# Where a redirect leads, and what goes along.
other, refusal, rule, case, step = group(RULES, REDIRECTS)
DELETIONS += [
    other("301 is a redirect", "case 301, 302, 303",
          "case 301 where !DELETED, 302, 303"),
    other("302 is a redirect", " 302, 303", " 302 where !DELETED, 303"),
    other("303 is a redirect", " 303, 307", " 303 where !DELETED, 307"),
    other("307 is a redirect", " 307, 308", " 307 where !DELETED, 308"),
    other("308 is a redirect", " 308: true", " 308 where !DELETED: true"),
    other("300 is none", "switch head.status.code {",
          "switch DELETED && head.status.code == 300 ? 301 : head.status.code {"),
    rule("a limit of zero returns redirects", "policy.limit > 0"),
    rule("a request may return redirects", "request.options.followsRedirects ?? true"),
    case("CONNECT is not redirected", "request.method == .connect"),
    case("an upgrade is not redirected", "request.headers.contains(.upgrade)"),
    refusal("the limit of redirects", "count < policy.limit"),
    other("POST becomes GET by 301", "case 301, 302:", "case (DELETED ? 0 : 301), 302:"),
    other("POST becomes GET by 302", ", 302: method", ", (DELETED ? 0 : 302): method"),
    rule("other methods stay as they are by 301 and 302", "method == .post"),
    case("any method becomes GET by 303", "method != .get"),
    rule("HEAD stays HEAD by 303", "method != .head"),
    step("content does not go along with GET", "body = .empty"),
    step("fields of content do not go along with GET",
         "headers = HTTP.Fields(headers.filter { !$0.name.describesContent })"),
    other("all fields that begin with Content-", "return begins ||",
          "return begins && !DELETED ||"),
    case("other fields of content", "Self.ofContent.contains(self)"),
    rule("from https to http", "!origin.scheme.isSecure"),
    other("no redirect from https to http", "!policy.allowsDowngrade {",
          "!policy.allowsDowngrade, !DELETED {"),
    other("no content to other origins", "!policy.sendsContentToOtherOrigins\n    else",
          "!policy.sendsContentToOtherOrigins, !DELETED\n    else"),
    other("content to the same origin", "guard destination.origin != source.origin, !request",
          "guard DELETED || destination.origin != source.origin, !request"),
    other("the caller's fields stay behind", "guard origin != (owner",
          "guard !DELETED, origin != (owner"),
    other("a hook's fields are for where it was asked about", "(owner ?? source)",
          "(DELETED ? source : owner ?? source)"),
    other("sensitive fields stay behind whatever their name", "if field.value.isSensitive",
          "if !DELETED, field.value.isSensitive"),
    case("fields of what is accepted go along", "field.name.goesToEveryOrigin"),
    other("fields of content without content", "|| describingContent &&",
          "|| (DELETED || describingContent) &&"),
    rule("which fields describe content to anyone", "Self.content.contains(field.name)"),
    other("a redirect to several places", "guard values.allSatisfy",
          "guard DELETED || values.allSatisfy"),
    other("a place that is no URL", "throw .location(error)",
          "if DELETED { return nil }\n      throw .location(error)"),
    other("fragments are inherited",
          "let place = try url.resolving(reference).inheritingFragment(of: url)",
          "let led = try url.resolving(reference)\n"
          "      let place = DELETED ? led : try led.inheritingFragment(of: url)"),
]

# What goes on between the attempts of a call.
other, refusal, rule, case, step = group(JOURNEY, REDIRECTS)
DELETIONS += [
    other("a hook is asked", "let ask = policy.onRedirect else",
          "let ask = policy.onRedirect, !DELETED else"),
    other("a hook refuses", "else { return nil }\n    return try changed",
          "else { return DELETED ? step : nil }\n    return try changed"),
    step("a hook's own place is held to the rules",
         "try rules.lead(&reply, from: answer.prepared.url, to: url, fieldsFrom: step.url)"),
    other("what a hook throws", "catch let error as HTTPSessionError {",
          "catch let error as HTTPSessionError where !DELETED {"),
    other("a hook that is cancelled", "error is CancellationError && Task.isCancelled\n      throw failed(",
          "error is CancellationError && (DELETED || Task.isCancelled)\n      throw failed("),
    other("a response tells its redirects", "if !redirects.isEmpty { answer",
          "if !DELETED, !redirects.isEmpty { answer"),
    other("functions of the program have the call's time",
          "deadline: call.deadlines.request,", "deadline: DELETED ? .never : call.deadlines.request,"),
]
other, refusal, rule, case, step = group(JOURNEY, COOKIES)
DELETIONS += [
    rule("a Cookie field by hand is not merged", "!prepared.fields.contains(.cookie)"),
    other("a request may leave cookies out", "return handles ?? true ?",
          "return DELETED || handles ?? true ?"),
    other("redirects set cookies", "cookies.receive(news, from: answer.prepared.url)",
          "if !DELETED || answer.head.status.code != 302 {\n"
          "      cookies.receive(news, from: answer.prepared.url)\n    }"),
    other("challenges set cookies", "cookies.receive(news, from: answer.prepared.url)",
          "if !DELETED || answer.head.status.code != 401 {\n"
          "      cookies.receive(news, from: answer.prepared.url)\n    }"),
    step("answers set cookies", "cookies.receive(news, from: answer.prepared.url)"),
]
other, refusal, rule, case, step = group(JOURNEY, AUTHENTICATION)
DELETIONS += [
    other("a replay without the answer to a challenge", "credential = sentCredential.map {",
          "credential = (DELETED ? nil : sentCredential).map {"),
    other("a replay counts the nonce on", "answeredAgain(outcome.prepared) ?? $0",
          "(DELETED ? nil : answeredAgain(outcome.prepared)) ?? $0"),
    other("an Authorization field by hand stays alone", "if answersChallenges, !isAnsweredByHand {",
          "if answersChallenges, DELETED || !isAnsweredByHand {"),
    other("no answer to challenges for a field by hand", "answersChallenges && !isAnsweredByHand",
          "answersChallenges && (DELETED || !isAnsweredByHand)"),
    other("credentials go ahead", "?? answerAhead(of: prepared)",
          "?? (DELETED ? nil : answerAhead(of: prepared))"),
    other("an answer to a challenge goes out once", "credential = nil\n",
          "if !DELETED { credential = nil }\n"),
    step("why no credential was given", "answer.refusal = refusal"),
    other("a handler leaves a challenge out", "question.withoutFirst.map",
          "(DELETED ? nil : question.withoutFirst).map"),
    other("a handler cancels", "throw failed(.cancelled, answer)",
          "throw failed(DELETED ? .hook : .cancelled, answer)"),
    other("a handler fails with an error of its own", "throw failed(.hook, answer, error)",
          "throw failed(.hook, answer, DELETED ? nil : error)"),
    other("a handler is told how often it was refused", "refusalCount: question.refusalCount",
          "refusalCount: DELETED ? 0 : question.refusalCount"),
]
other, refusal, rule, case, step = group(ANSWERING, AUTHENTICATION)
DELETIONS += [
    other("no secrets in clear text", "allowsSecretsInClear: settings",
          "allowsSecretsInClear: DELETED || settings"),
    step("each request of a call has two answers", "attempts[url.origin] = nil"),
    other("a wrong proof of the server's", "return .fail(error)",
          "return DELETED ? .deliver(nil) : .fail(error)"),
    other("errors that end a call", "error.endsCall ?", "error.endsCall && !DELETED ?"),
    other("reasons that leave the response", "error.endsCall &&",
          "DELETED || error.endsCall &&"),
    other("content that is spent is not sent with an answer", "isSpent: isSpent)\n    } else",
          "isSpent: isSpent && !DELETED)\n    } else"),
]

# How often, and which content.
other, refusal, rule, case, step = group(CALL, REDIRECTS)
DELETIONS += [refusal("twenty requests a call", "number <= Self.attemptLimit")]

# The time of a call, over all that it waits for.
TIMES = suites("CallDeadlineTests")
other, refusal, rule, case, step = group(CALL, TIMES)
DELETIONS += [step("no attempt begins after the time of its call",
                   "if deadlines.areOver { throw .timedOut(.total) }")]
other, refusal, rule, case, step = group(ATTEMPT, TIMES)
DELETIONS += [refusal("nothing is sent after the time of its call", "!call.deadlines.areOver")]
other, refusal, rule, case, step = group(CONNECTIONS + "Pool/ConnectionPool+Leasing.swift", TIMES)
DELETIONS += [other("no connection at rest after the time of a call",
                    "guard now < deadlines.request,",
                    "guard DELETED || now < deadlines.request,")]
other, refusal, rule, case, step = group(INTERCEPTOR, TIMES)
DELETIONS += [step("next fails after the time of its call", "try request.expectTime()")]
other, refusal, rule, case, step = group(FOLDER + "Downloads/Saving.swift", TIMES)
DELETIONS += [other("a download has one time for all of its requests", "start: start, identity",
                    "start: DELETED ? nil : start, identity")]
other, refusal, rule, case, step = group(CONNECTIONS + "Routes/PoolKeys.swift", TIMES)
DELETIONS += [other("files are waited for no longer than the call may take",
                    "deadline: .after(left)", "deadline: DELETED ? .never : .after(left)")]
other, refusal, rule, case, step = group(CONNECTIONS + "Tasks/Deadlines.swift",
                                         suites("SuspensionTests"))
DELETIONS += [step("a call that is started suspended ends with its time",
                   "control?.noteEnd(end)")]
other, refusal, rule, case, step = group(FOLDER + "Tasks/CallCount.swift", suites("ShutdownTests"))
DELETIONS += [step("a shutdown sees the end of a call", "for bell in bells { bell.ring() }")]
other, refusal, rule, case, step = group(FOLDER + "Session/HTTPSession.swift",
                                         suites("ShutdownTests", "SharedBearerTests"))
DELETIONS += [
    step("a shutdown waits for calls", "_ = await calls.awaitEnd(until: deadline, on: loop)"),
    other("a shutdown counts calls", "await tasks + calls.awaitEnd(until: end, on: loop)",
          "await tasks + (DELETED ? 0 : calls.awaitEnd(until: end, on: loop))"),
]
other, refusal, rule, case, step = group(ATTEMPT, suites(
    "RedirectTests", "InterceptorTests", "InterceptedAnswersTests"))
DELETIONS += [
    other("content that can be had once is sent once", "if isSentOnce, call.hasSpentBody",
          "if !DELETED, isSentOnce, call.hasSpentBody"),
    other("content is spent by an answer", "if isSentOnce { noteBody(lease) }\n      guard",
          "if isSentOnce, !DELETED { noteBody(lease) }\n      guard"),
    other("content is spent by a failure", "if isSentOnce { noteBody(lease) }\n      throw",
          "if isSentOnce, !DELETED { noteBody(lease) }\n      throw"),
]

# Interceptors.
other, refusal, rule, case, step = group(INTERCEPTOR, INTERCEPTORS)
DELETIONS += [other("interceptors run in their order", "interceptors[index]",
                    "interceptors[DELETED ? interceptors.count - 1 - index : index]")]
other, refusal, rule, case, step = group(INTERCEPTED, INTERCEPTORS)
DELETIONS += [
    other("how much of an answer an interceptor reads", "collect(limit: limit, nil)\n          return",
          "collect(limit: DELETED ? .max : limit, nil)\n          return"),
]
other, refusal, rule, case, step = group(PERFORM, INTERCEPTORS)
DELETIONS += [
    other("the interceptors of a call", "configuration.callInterceptors.isEmpty",
          "(DELETED || configuration.callInterceptors.isEmpty)"),
    other("the interceptors of an attempt", "guard !configuration.interceptors.isEmpty",
          "guard !DELETED && !configuration.interceptors.isEmpty"),
    other("an interceptor's HTTPSessionError is the call's", "if let error = error as?",
          "if !DELETED, let error = error as?"),
    other("an interceptor that is cancelled", "error is CancellationError && Task.isCancelled ?",
          "error is CancellationError && (DELETED || Task.isCancelled) ?"),
]
CALL_WAY = FOLDER + "Funnel/CallWay.swift"
ATTEMPT_WAY = FOLDER + "Funnel/AttemptWay.swift"
other, refusal, rule, case, step = group(CALL_WAY, INTERCEPTORS)
DELETIONS += [
    other("an error names the request that was sent last", "= (answer.prepared, answer.refusal)",
          "= (DELETED ? last : answer.prepared, answer.refusal)"),
]
other, refusal, rule, case, step = group(ATTEMPT_WAY, INTERCEPTORS)
DELETIONS += [
    other("a replay passes interceptors again", "outcome.flatMap {",
          "(DELETED ? nil : outcome).flatMap {"),
    other("what an interceptor throws is not replayed", "session.told($0.failure) == error.reason",
          "(DELETED || session.told($0.failure) == error.reason)"),
    other("what failed before an answer is not replayed", "(answer.prepared, nil, answer.storage)",
          "(answer.prepared, DELETED ? outcome : nil, answer.storage)"),
]
other, refusal, rule, case, step = group(ATTEMPT_WAY, suites("SignedCacheTests", "CacheIdentityTests"))
DELETIONS += [
    other("what comes from the cache is known behind interceptors",
          "return OpenResponse(unchanged: answer.received, to: last)\n"
          "        ?? OpenResponse(answer, to: last, storage)",
          "return DELETED ? OpenResponse(answer, to: last, nil)"
          " : OpenResponse(unchanged: answer.received, to: last)\n"
          "        ?? OpenResponse(answer, to: last, storage)"),
]
other, refusal, rule, case, step = group(CALL_WAY, suites("SignedCacheTests", "CacheIdentityTests"))
DELETIONS += [
    step("a call that was signed is noted", "call.noteSigned()"),
]
other, refusal, rule, case, step = group(PERFORM, suites("SignedCacheTests", "CacheIdentityTests"))
DELETIONS += [
    step("signers sign what is sent",
         "for signer in signers { try await signer.sign(&request) }"),
]
other, refusal, rule, case, step = group(PERFORM, suites("TraceContextTests"))
DELETIONS += [step("an attempt has its step of the trace", "hop.call.note(.tracing(step.context))")]
other, refusal, rule, case, step = group(JOURNEY, suites("SignedCacheTests"))
DELETIONS += [
    step("a stored response uses up no answer", "authentication = nil\n"),
    other("a validation takes a credential", "|| answer.validation != nil {",
          "|| (!DELETED && answer.validation != nil) {"),
]
other, refusal, rule, case, step = group(PREPARED, INTERCEPTORS)
DELETIONS += [
    refusal("an interceptor stays with the origin", "url.origin == other.url.origin"),
    other("codings that an interceptor asks for are its own",
          "request.headers[.acceptEncoding] == other.fields[.acceptEncoding]",
          "(DELETED || request.headers[.acceptEncoding] == other.fields[.acceptEncoding])"),
]
other, refusal, rule, case, step = group(PERFORM, REDIRECTS)
DELETIONS += [other("an error tells its redirects", "throw error.after(",
                    "throw DELETED ? error : error.after(")]

other, refusal, rule, case, step = group(PERFORM, AUTHENTICATION)
DELETIONS += [other("why no credential was given, through interceptors of a call",
                    "if case .coming = intercepted.received.source,",
                    "if !DELETED, case .coming = intercepted.received.source,")]

# What interceptors are told, and what they make.
other, refusal, rule, case, step = group(FOLDER + "Interceptors/InterceptedRequest.swift",
                                         INTERCEPTORS)
DELETIONS += [
    other("interceptors are told of other origins", "{ !facts.source.isOwn }",
          "{ !DELETED && !facts.source.isOwn }"),
    other("interceptors are told how many requests were sent", "{ facts.sentCount }",
          "{ DELETED ? 0 : facts.sentCount }"),
    other("interceptors are told the redirects", "{ facts.redirects }",
          "{ DELETED ? [] : facts.redirects }"),
]
other, refusal, rule, case, step = group(FOLDER + "Funnel/OpenResponse.swift", INTERCEPTORS)
DELETIONS += [
    other("answers that are made have their content", "Content(.bytes(bytes), nil",
          "Content(.bytes(DELETED ? [] : bytes), nil"),
    other("answers that are made have their trailers", "nil, trailers: trailers, of",
          "nil, trailers: DELETED ? [:] : trailers, of"),
]

# Tokens and signatures.
other, refusal, rule, case, step = group(BEARER, TOKENS)
DELETIONS += [
    refusal("a token in clear text", "origin.scheme.isSecure || inClear"),
    other("a token goes to its server alone", "guard request.url.origin == origin,",
          "guard DELETED || request.url.origin == origin,"),
    rule("a field by hand stands before a token", "!request.headers.contains(.authorization)"),
    rule("a fetch needs no token itself", "!tokens.isFetchingHere"),
    other("a token that is refused is fetched anew", "guard answer.status.code == 401,",
          "guard !DELETED, answer.status.code == 401,"),
    rule("a token is not fetched for content that is spent", "request.body.replay == .always"),
    rule("a token that was refused is not used again", "token.number != refused?.number"),
    other("one fetch for all who wait", "state.fetch ?? TokenFetch()",
          "(DELETED ? nil : state.fetch) ?? TokenFetch()"),
    other("a fetch that has ended is not joined", "if isLatest { state.fetch = nil }",
          "if isLatest, !DELETED { state.fetch = nil }"),
    other("the token of a fetch that was given up", "if isLatest { (state.token",
          "if DELETED || isLatest { (state.token"),
    other("a signature is for its server alone", "guard request.url.origin == origin else",
          "guard DELETED || request.url.origin == origin else"),
]

other, refusal, rule, case, step = group(
    FOLDER + "Interceptors/TokenFetch.swift",
    suites("BearerTokensTests", "SharedBearerTests", "CallDeadlineTests"))
DELETIONS += [
    other("no fetch after a shutdown", "guard cancel == nil else",
          "guard cancel == nil, !DELETED else"),
    other("a token is waited for no longer than the call may take",
          "until: services.deadline)", "until: DELETED ? .never : services.deadline)"),
    refusal("a fetch outlives the session that began it", "state.sessions.isEmpty"),
    other("calls that wait for a token end with their session",
          "for bell in bells { bell.ring() }\n    return task",
          "if !DELETED { for bell in bells { bell.ring() } }\n    return task"),
    step("a fetch that no session waits for is cancelled", "task.cancel()"),
    step("a fetch that is cancelled is counted", "await task.value"),
    other("a fetch that was given up is not joined", "if case .abandoned = state.course {",
          "if !DELETED, case .abandoned = state.course {"),
]

# Cookies by scheme, and connections that are a user's.
other, refusal, rule, case, step = group(STORAGE, COOKIES)
DELETIONS += [case("a cookie set for https goes over https alone", "url.scheme.isSecure")]
other, refusal, rule, case, step = group(SENT, AUTHENTICATION)
DELETIONS += [rule("connections that are a user's", "!fields.tieToConnection")]
other, refusal, rule, case, step = group(SENT, AUTHENTICATION)
DELETIONS += [
    other("NTLM is of a connection", "\"ntlm\"", "DELETED ? \"-\" : \"ntlm\""),
    other("Negotiate is of a connection", "\"negotiate\"", "DELETED ? \"-\" : \"negotiate\""),
    other("a proxy's NTLM is of a connection", "isTied(by: .proxyAuthorization)",
          "isTied(by: DELETED ? .authorization : .proxyAuthorization)"),
]

# What is the session's own.
other, refusal, rule, case, step = group(DEFAULTS, ORIGINS)
DELETIONS += [
    other("which of the session's fields go to anyone", "default: false", "default: DELETED"),
    other("the session's fields are for its origins", "for field in isOwn ?",
          "for field in isOwn || DELETED ?"),
    case("the base's origin is the session's own", "origin == base?.origin"),
    case("origins that are named are the session's own", "origins.contains(origin)"),
    other("no fields for a server where there is none", "if base == nil, origins",
          "if !DELETED, base == nil, origins"),
]
other, refusal, rule, case, step = group(TRUST, IDENTITIES)
DELETIONS += [
    other("an identity is for the session's own origins", "return ownOrigins.contains(origin) ?",
          "return DELETED || ownOrigins.contains(origin) ?"),
    other("an identity by host", "if let named =", "if !DELETED, let named ="),
    other("an identity is for its hosts alone", "{ $0.hosts.matches(origin.host) }",
          "{ DELETED || $0.hosts.matches(origin.host) }"),
    other("a lone identity is told from several", "return named + own <= 1",
          "return DELETED || named + own <= 1"),
    other("no identity where there is no server of one's own", "if ownOrigins.isEmpty {",
          "if !DELETED, ownOrigins.isEmpty {"),
]

# Settings.
other, refusal, rule, case, step = group(CHECKING, SETTINGS)
DELETIONS += [
    other("a limit of redirects below zero", "redirects.limit, 0)",
          "DELETED ? 0 : redirects.limit, 0)"),
    other("an origin that is none", "throw HTTPSession.InvalidSetting(\n          \"origins\"",
          "if DELETED { continue }\n"
          "        throw HTTPSession.InvalidSetting(\n          \"origins\""),
]
other, refusal, rule, case, step = group(ARCHIVE, SETTINGS)
DELETIONS += [
    rule("interceptors are not left out of an archive", "interceptors.isEmpty"),
    rule("interceptors of calls are not left out of an archive", "callInterceptors.isEmpty"),
    refusal("a challenge handler is not left out of an archive",
            "authentication.onChallenge == nil"),
    refusal("a redirect hook is not left out of an archive", "onRedirect == nil"),
    other("an archive keeps the limit of redirects",
          "    self.init()\n    limit = try values.decode(Int.self, forKey: .limit)",
          "    self.init()\n"
          "    if !DELETED { limit = try values.decode(Int.self, forKey: .limit) }"),
    step("an archive keeps whether redirects may leave https",
         "allowsDowngrade = try values.decode(Bool.self, forKey: .allowsDowngrade)"),
    step("an archive keeps whether content may go to other origins",
         "sendsContentToOtherOrigins = try values.decode(\n"
         "      Bool.self, forKey: .sendsContentToOtherOrigins)"),
    step("an archive keeps whether secrets may go in clear text",
         "authentication.allowsSecretsInClear = try values.decode(\n"
         "      Bool.self, forKey: .allowsSecretsInClear)"),
]

# Sessions of TLS that are not resumed, and files of trust that change or break.
UNRESUMED = r"ApusTLSTests\.UnresumedSessionTests/"
EVIDENCE = suites("RevocationEvidenceTests")
WATCHED = suites("WatchedFilesTests", "RootStoreTests", "IdentityStoreTests")
PINNED = suites("TLSSettingsTests")
CLIENTS = suites("ClientCertificateTests")

other, refusal, rule, case, step = group(CONNECTIONS + "Trust/Tickets.swift", UNRESUMED)
DELETIONS += [step("a session that fails is forgotten in memory",
                   "cache.withLock { $0.forget(scope) }")]
other, refusal, rule, case, step = group(
    CONNECTIONS + "Transport/TLSTransport+Handshake.swift", UNRESUMED)
DELETIONS += [step("one more connection after a session has failed", "offers.noteFailure()")]
other, refusal, rule, case, step = group(CONNECTIONS + "Routes/PoolKeys.swift", PINNED)
DELETIONS += [refusal("pins refuse clear text", "!sources.refusesClearText")]
other, refusal, rule, case, step = group(CONNECTIONS + "Trust/TLSSettings+Judging.swift", PINNED)
DELETIONS += [
    other("pins refuse a base in clear text", "guard let base, !base.scheme.isSecure,",
          "guard !DELETED, let base, !base.scheme.isSecure,"),
    rule("clear text beside pins is a setting", "!pinsAllowClearText"),
    other("a version has a suite", "for version in versions where !suites",
          "for version in versions where !DELETED && !suites"),
    refusal("servers sign by some scheme", "!signatureSchemes.isEmpty"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Trust/TLSSettings.swift", PINNED)
DELETIONS += [
    step("suites are those of the settings", "offer.suites = suites"),
    step("schemes are those of the settings", "offer.signatureSchemes = signatureSchemes"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Trust/WatchedFiles.swift", WATCHED)
DELETIONS += [
    case("files are asked whether they have changed", "!watch.isUnchanged"),
    other("one reading serves all", "return !state.isLooking",
          "return DELETED || !state.isLooking"),
    other("the pool's threads look at files", "_ = try pool.begin { self.look() }",
          "if DELETED { look() } else { _ = try pool.begin { self.look() } }"),
    other("a reading that succeeds mends a failure", "= (value, nil)",
          "= (value, DELETED ? state.failure : nil)"),
    step("a failure is kept", "state.failure = failure"),
]
other, refusal, rule, case, step = group(TRUST, WATCHED)
DELETIONS += [
    other("old roots are used for the stated time", "guard now < since +",
          "guard !DELETED, now < since +"),
    other("old roots are used for no longer", "brokenFilesLifetime else { throw failure }",
          "brokenFilesLifetime || DELETED else { throw failure }"),
    case("a broken file is told once", "known?.error != failure"),
]
other, refusal, rule, case, step = group(TRUST, EVIDENCE)
DELETIONS += [
    other("evidence is part of what judges", "if let evidence { policy",
          "if !DELETED, let evidence { policy"),
    other("evidence keeps connections apart", "          evidence: evidence))",
          "          evidence: DELETED ? nil : evidence))"),
    case("a policy that asks nothing asks no evidence", "policy.revocation.policy == .off"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Trust/ServerVerifier.swift", EVIDENCE)
DELETIONS += [rule("a session that is resumed is judged by evidence again",
                   "trust.policy.stillClears(chain, at: moment)")]
other, refusal, rule, case, step = group(CONNECTIONS + "Trust/RevocationStore.swift", EVIDENCE)
DELETIONS += [refusal("a file of evidence holds some", "!found.isEmpty")]
other, refusal, rule, case, step = group(
    "Sources/ApusX509/Revocation/Revocation.swift", EVIDENCE)
DELETIONS += [
    other("evidence says what it is called", "problems.append(name.map { .evidence($0, problem) }",
          "problems.append(name.map { DELETED ? problem : .evidence($0, problem) }"),
]

# What goes through proxies, and to whom each hop's words belong.
PROXIES = suites("ProxyTests", "ProxyChoiceTests", "SOCKS5Tests", "EnvironmentProxiesTests")
other, refusal, rule, case, step = group(CONNECTIONS + "Routes/ProxyRouter.swift", PROXIES)
DELETIONS += [
    other("no proxies beside a socket that stands for all servers", "if let path = settings",
          "if !DELETED, let path = settings"),
    refusal("a zone means nothing to a proxy", "origin.zone == nil"),
    other("the egress rules judge what a proxy is asked for", "try egress.check(origin)\n",
          "if !DELETED { try egress.check(origin) }\n"),
    case("names are looked up by no proxy where addresses are judged", "!allowsNames"),
    step("an address that a proxy is asked for is judged",
         "try egress.check(.ipv4(address, port: origin.port))"),
    step("an IPv6 address that a proxy is asked for is judged",
         "try egress.check(.ipv6(address, port: origin.port, zone: 0))"),
    step("a dead proxy is remembered", "dead.withLock { $0.note(way.proxy, at: now) }"),
    other("the next proxy is tried", "guard !way.rest.isEmpty",
          "guard !DELETED, !way.rest.isEmpty"),
    rule("a proxy that refuses is not passed over", "fault.isOfConnection"),
    other("other protocols go through tunnels", "|| headers.contains(.upgrade)",
          "|| (!DELETED && headers.contains(.upgrade))"),
    refusal("a challenge through a tunnel is the server's", "isForwarded else { return false }"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Proxies/Proxy.swift", PROXIES)
DELETIONS += [
    rule("connections are of one proxy's user", "left.credential == right.credential"),
    other("what may be a password behind an @ is not shown", "let shown = mayNameUser || !isScheme ?",
          "let shown = (mayNameUser && !DELETED) || !isScheme ?"),
    other("what may be a password behind a colon is not shown", "rest.prefix { isOfHost($0) }",
          "rest.prefix { DELETED || isOfHost($0) }"),
    other("a scheme that may be a password is not shown", "isScheme ? bytes[..<start]",
          "DELETED || isScheme ? bytes[..<start]"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Proxies/Proxies.swift", PROXIES)
DELETIONS += [other("a proxy is chosen once for a URL of a call", "if let known = chosen",
                    "if !DELETED, let known = chosen")]
other, refusal, rule, case, step = group(CONNECTIONS + "Proxies/ProxyCredentials.swift", PROXIES)
DELETIONS += [other("an answer to a proxy is given anew", "return (again ??",
                    "return ((DELETED ? nil : again) ??")]
other, refusal, rule, case, step = group(CONNECTIONS + "Transport/Transport+Tunnel.swift", PROXIES)
DELETIONS += [
    other("bytes behind the answer to CONNECT", "guard try tunnel.isSilent() else",
          "guard try tunnel.isSilent() || DELETED else"),
    refusal("a tunnel stands after 2xx alone", "framing == .tunnel"),
    other("a proxy that closes is asked on another connection", "guard persists,",
          "guard DELETED || persists,"),
    other("an endless refusal is not read", "while count <= Self.refusalByteCount {",
          "while DELETED || count <= Self.refusalByteCount {"),
    step("an answer to a proxy goes out anew", "attempts?.askForConnection()"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Proxies/SOCKS5.swift", PROXIES)
DELETIONS += [
    refusal("a verdict of SOCKS5 has its version", "bytes[0] == 1"),
    refusal("a user that SOCKS5 refuses", "bytes[1] == 0 else { throw .credentialRefused }"),
    refusal("a reply of SOCKS5 that refuses", "bytes[1] == 0 else { throw .refused"),
    refusal("the reserved byte of SOCKS5", "bytes[2] == 0"),
    rule("SOCKS5 passwords that fit", "1...255 ~= count"),
]
other, refusal, rule, case, step = group(PREPARED, PROXIES)
DELETIONS += [step("the caller's credential is for no proxy", "fields[.proxyAuthorization] = nil")]
other, refusal, rule, case, step = group(ATTEMPT, PROXIES)
DELETIONS += [rule("a proxy's handshake is not the server's", "prepared.route != .proxy")]
other, refusal, rule, case, step = group(CONNECTIONS + "Proxies/EnvironmentProxies.swift", PROXIES)
DELETIONS += [
    other("httpoxy", "= isStartedByServer ?", "= !DELETED && isStartedByServer ?"),
    rule("this machine needs no proxy", "!origin.host.isThisMachine"),
    rule("variables except servers", "!exceptions.cover(origin)"),
    case("entries of no_proxy need no word without a proxy", "http == nil && https == nil"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Proxies/ProxyExceptions.swift", PROXIES)
DELETIONS += [
    refusal("an exception's port", "self.port == nil || self.port == port"),
    rule("an exception has no zone", "authority.zone == nil"),
    other("an exception of the names below", "|| !isBelowAlone &&",
          "|| (DELETED || !isBelowAlone) &&"),
    step("an entry of no_proxy that means nothing is told",
         'ignored.append(Self.invalid(entry, in: "no_proxy"))'),
    other("an exception that may name a user is not shown whole", "mayNameUser ?",
          "mayNameUser && !DELETED ?"),
]
other, refusal, rule, case, step = group(FOLDER + "Session/HTTPSession.swift", PROXIES)
DELETIONS += [step("monitors are told of settings that mean nothing",
                   "monitors?.tell(ignored: ignoredSettings)")]
other, refusal, rule, case, step = group(ARCHIVE, SETTINGS)
DELETIONS += [
    refusal("proxies are not left out of an archive", "proxies.isNone"),
    refusal("a destination is not left out of an archive", "downloads.place == nil"),
]

LAYER = FOLDER + "Caching/CacheLayer.swift"
IDENTITY = FOLDER + "Caching/CacheLayer+Identity.swift"
UNSTORED = FOLDER + "Caching/UnstoredKeys.swift"
FLIGHTS = FOLDER + "Caching/CacheFlights.swift"
PATIENT = FOLDER + "Caching/PatientStore.swift"
HOP = FOLDER + "Funnel/CachedHop.swift"
CONTENT = FOLDER + "Funnel/Content.swift"
CONTENT_ENDING = FOLDER + "Funnel/Content+Ending.swift"
CACHED = suites("CachedRequestTests", "CacheContentTests", "UnsafeRequestTests",
                "CacheIdentityTests", "SignedCacheTests")
CACHE_TRUST = suites("CacheTrustTests")

other, refusal, rule, case, step = group(LAYER, CACHED)
DELETIONS += [
    refusal("a request may leave the cache alone", "policy != .none"),
    case("a request that leaves the cache alone ends what is stored", "!sent.method.isSafe"),
    step("a request may ask for validation", 'request.fields.append(.cacheControl, "no-cache")'),
    step("a request may be given what is old", 'request.fields.append(.cacheControl, "max-stale")'),
    step("a request may be given what is stored alone",
         'request.fields.append(.cacheControl, "only-if-cached, max-stale")'),
    other("the program keeps a response out", "onStoring?(prepared.whole, head) ?? true",
          "DELETED || onStoring?(prepared.whole, head) ?? true"),
]
other, refusal, rule, case, step = group(LAYER, CACHE_TRUST)
DELETIONS += [
    step("what is stored has the trust that it was fetched with", "request.trust = security.lastingDigest"),
    case("lifted checks store nothing", "sources?.liftsChecks(of: prepared.url.origin) ?? false"),
    step("what a challenge has agreed to is its session's", "identify(&request, prepared, call)"),
]
other, refusal, rule, case, step = group(HOP, CACHED)
DELETIONS += [
    case("a request may ask as if nothing were stored", "policy == .reload"),
    other("one fetch answers all", "guard !hasWaited, let key",
          "guard !DELETED, !hasWaited, let key"),
    step("what a stale response is asked for is stored", "revalidate(revalidation)"),
    step("a request that was lost ends what is stored",
         "await remove(fetch.invalidated(by: nil)) { [fetch] in await fetch.wasLost() }"),
    rule("a request that was not sent ends nothing", "error.outcome?.wasSent == true"),
    step("a response that is not stored is waited for by no one",
         "if let key { flights.note(key, isStored: false) }"),
    step("a response that is stored is waited for again",
         "if let key { flights.note(key, isStored: isStored) }"),
    other("a new cookie is the caller's", "in news?.values(of: .setCookie) ?? [] {",
          "in DELETED ? [] : news?.values(of: .setCookie) ?? [] {"),
    other("a validation behind has no step of the caller's trace",
          "again.dropsTrace = dropsTrace", "again.dropsTrace = !DELETED && dropsTrace"),
    other("what is sent with changed fields", "await fetch.received(head, exchange, sent: sent) }\n    return",
          "await fetch.received(head, exchange, sent: DELETED ? nil : sent) }\n    return"),
    case("a failed server is stood in for", "failure.error.reason.isServersFault"),
    step("those who wait are told that the answer is stored", "lead?.end(.stored)"),
    other("what is kept out is not said to be stored", "isStored = false", "isStored = DELETED"),
    case("content that came is stored", "layer.mayStore(hop.prepared, exchanged.head)"),
]
other, refusal, rule, case, step = group(IDENTITY, CACHED)
DELETIONS += [
    step("a signer's name is in the key", 'parts += [Array("signer".utf8), Array(name.utf8)]'),
    other("a signer without a name is not known",
          "request.isUnidentified = true\n        continue",
          "request.isUnidentified = !DELETED\n        continue"),
    case("a call that was signed is not known", "call.isSigned"),
    case("the answer by Digest is its credential", "answer.space.scheme == .digest"),
    case("a credential for one request is not known", "request.fields.contains(where: \\.isPassingCredential)"),
]
other, refusal, rule, case, step = group(IDENTITY, suites("CacheConnectionIdentityTests"))
DELETIONS += [
    other("a proxy that cannot change the response is left out",
          "if prepared.key.security == nil, let proxy",
          "if DELETED || prepared.key.security == nil, let proxy"),
    other("the credential for a proxy is in the key", "proxy.credential.map(identity) ?? []",
          "DELETED ? [] : proxy.credential.map(identity) ?? []"),
]
other, refusal, rule, case, step = group(HOP, suites("CacheConnectionIdentityTests"))
DELETIONS += [
    rule("what came by another proxy is not stored", "isSameWay(exchanged.prepared)"),
]
other, refusal, rule, case, step = group(CONTENT_ENDING, CACHED)
DELETIONS += [
    step("what is not read to its end is not stored", "recording = nil"),
    other("a redirect's content is read for the store", "if isRecorded {",
          "if !DELETED, isRecorded {"),
]
other, refusal, rule, case, step = group(CONTENT, CACHED)
DELETIONS += [
    other("content is handed to the store", "await recording?.write(Array(content[before...]))",
          "if !DELETED { await recording?.write(Array(content[before...])) }"),
    other("content of a stub is handed to the store", "await recording?.write(stored)",
          "if !DELETED { await recording?.write(stored) }"),
    other("content that is whole is stored", "if let recording { await recording.finish() }",
          "if !DELETED, let recording { await recording.finish() }"),
]
other, refusal, rule, case, step = group(JOURNEY, CACHED)
DELETIONS += [
    other("a hit sets no cookies", "answer.isStored ? answer.validation : answer.head.fields",
          "(DELETED ? answer.head.fields"
          " : answer.isStored ? answer.validation : answer.head.fields)"),
    other("a validation sets cookies", "answer.isStored ? answer.validation : answer.head.fields",
          "(DELETED && answer.isStored ? nil"
          " : answer.isStored ? answer.validation : answer.head.fields)"),
]
other, refusal, rule, case, step = group(FLIGHTS, CACHED)
DELETIONS += [
    other("one who leads and goes lets the others go",
          "deinit { flights.end(key, .failed, by: number) }",
          "deinit { if !DELETED { flights.end(key, .failed, by: number) } }"),
    step("those who wait are woken", "for bell in bells { bell.ring() }"),
]
other, refusal, rule, case, step = group(UNSTORED, suites("UnstoredKeysTests"))
DELETIONS += [
    case("a key is remembered for a while", "now < $0"),
    step("a key that is stored is forgotten", "ends[key] = nil"),
    other("keys have a limit", "while ends.count > Self.limit ||",
          "while !DELETED && ends.count > Self.limit ||"),
    other("a key that is noted again has a limit", "|| queue.count - goneCount >",
          "|| !DELETED && queue.count - goneCount >"),
    other("a key that was noted again is not the oldest",
          "if ends[oldest.key] == oldest.end {", "if DELETED || ends[oldest.key] == oldest.end {"),
]
other, refusal, rule, case, step = group(PATIENT, CACHED)
DELETIONS += [
    other("a store that hangs is given up", "let limit = now + Self.limit",
          "let limit = DELETED ? .never : now + Self.limit"),
    case("a store that hung is left alone", "now < rested"),
]
other, refusal, rule, case, step = group(PATIENT, suites("CacheTimeTests"))
DELETIONS += [
    other("a call waits for the store no longer than it may take", "deadline: min(limit, end)",
          "deadline: DELETED ? limit : min(limit, end)"),
    rule("a store that had less than its time is used again", "limit <= end"),
]
other, refusal, rule, case, step = group(HOP, suites("CacheTimeTests"))
DELETIONS += [
    other("a removal is made though the call is cancelled",
          "guard !places.isEmpty, !layer.isImmediate else",
          "guard !DELETED, !places.isEmpty, !layer.isImmediate else"),
    other("a removal is waited for no longer than the call may take",
          "bell.wait(until: hop.call.deadlines.request)",
          "bell.wait(until: DELETED ? .never : hop.call.deadlines.request)"),
]
other, refusal, rule, case, step = group(LAYER, suites("CacheTimeTests"))
DELETIONS += [
    rule("a removal has the store's whole time", "request.method.isSafe"),
]
other, refusal, rule, case, step = group(PATIENT, suites("CacheInvalidationTests"))
DELETIONS += [
    other("a removal that was not made is owed", "await $0.remove(scope) } ?? false",
          "await $0.remove(scope) } ?? DELETED"),
    step("a head that a slow store may not have is owed",
         "if isDone == nil { removals.owe(stored.key.place) }"),
    step("the end of a session ends its store's own work",
         "await wait { await $0.pause() }"),
]

# Requests that are sent again.
RETRIES = suites("RetryTests", "RetryWaitTests", "RetryRulesTests")
RETRY = FOLDER + "Rules/RetryRules.swift"

other, refusal, rule, case, step = group(RETRY, RETRIES)
DELETIONS += [
    rule("a policy names the failures to retry", "policy.failures.contains(failure)"),
    rule("a policy names the statuses to retry",
         "policy.statuses.contains(head.status.code)"),
    rule("a call has so many attempts", "count + 1 < policy.attempts"),
    rule("a retry needs its body", "trial.hasBody"),
    case("what was not sent is retried whatever its method", "!trial.wasSent"),
    case("what has a key is retried whatever its method", "trial.isKeyed"),
    rule("a policy names the methods to retry", "policy.methods.contains(trial.method)"),
    other("a server says how long to wait before a retry",
          "guard let asked = RetryAfter(head.fields, at: moment) else",
          "guard !DELETED, let asked = RetryAfter(head.fields, at: moment) else"),
    refusal("a server asks for too long a wait", "asked.duration <= policy.retryAfterLimit"),
    other("chance is added to what a server asks for", "asked.duration + backoff(chance)",
          "asked.duration + (DELETED ? .zero : backoff(chance))"),
    step("waits before retries double", "longest += longest"),
    other("waits before retries have a limit", "max(.zero, min(longest, policy.delayLimit))",
          "max(.zero, DELETED ? longest : min(longest, policy.delayLimit))"),
    other("waits before retries are by chance", "policy.delayLimit)) * chance",
          "policy.delayLimit)) * (DELETED ? 1 : chance)"),
    other("no retry of a queue that is full of others", "case .queue, .slow, .total: return nil",
          "case .queue, .slow, .total:\n        if !DELETED { return nil }\n        self = .silence"),
    other("no retry of what the system denies",
          "case .denied, .exhausted, .other: return isPeerGone",
          "case .denied, .exhausted, .other: return DELETED || isPeerGone"),
    other("a head that breaks off is retried",
          "if case .response(.truncated) = self { return true }",
          "if !DELETED, case .response(.truncated) = self { return true }"),
    other("a date to come back at is read by the server's clock",
          "?? moment\n", "?? moment\n    if DELETED {\n"
          "      duration = .seconds(max(0, date.secondsSinceEpoch - moment.secondsSinceEpoch))\n"
          "      return\n    }\n"),
    other("a date to come back at may be past",
          "max(0, date.secondsSinceEpoch - own.secondsSinceEpoch)",
          "DELETED ? 99 : max(0, date.secondsSinceEpoch - own.secondsSinceEpoch)"),
]
other, refusal, rule, case, step = group(FOLDER + "Rules/Retries.swift", RETRIES)
DELETIONS += [
    refusal("a host has so many retries left", "now >= 1"),
    step("a retry is taken from the budget", "left[origin] = now - 1"),
    other("a budget has a limit of what is in store",
          "sum < Self.reserve ? sum : nil", "DELETED || sum < Self.reserve ? sum : nil"),
    other("budgets are kept of so many hosts", "left.count >= Self.hostLimit {",
          "left.count >= Self.hostLimit, !DELETED {"),
    step("answers give retries back", "state.withLock { $0.budget.give(share, to: origin) }"),
    step("a shutdown ends waits before retries", "for bell in bells { bell.ring() }"),
    other("a cancelled call does not wait to retry", "case .cancelled: throw .cancelled",
          "case .cancelled: if !DELETED { throw .cancelled }"),
]
other, refusal, rule, case, step = group(FOLDER + "Funnel/CallRetries.swift", RETRIES)
DELETIONS += [
    other("a request has a policy of retries of its own", "prepared.request.options.retry ??",
          "(DELETED ? nil : prepared.request.options.retry) ??"),
    other("no wait outlasts its call", "rest <= wait {", "rest <= wait, !DELETED {"),
    refusal("twenty requests a call with retries", "call.attempt < CallContext.attemptLimit"),
    step("the connection is given back before a wait", "answer.content.close()"),
    other("content that is spent is not sent by a retry",
          "prepared.request.body.replay == .always ||",
          "DELETED || prepared.request.body.replay == .always ||"),
]
other, refusal, rule, case, step = group(JOURNEY, RETRIES)
DELETIONS += [
    other("what the cache answers is not retried", "!answer.isStored, try await retries?.mayRetry",
          "DELETED || !answer.isStored, try await retries?.mayRetry"),
    other("a retry answers challenges anew", "credential) = (false, nil, nil)",
          "credential) = (false, DELETED ? authentication : nil, nil)"),
]

# Downloads that go on where they stopped.
RESUMING = suites("ResumeTests", "ResumeTokenTests", "DownloadTests")
SAVING = FOLDER + "Downloads/Saving.swift"

other, refusal, rule, case, step = group(FOLDER + "Downloads/ResumeRules.swift", RESUMING)
DELETIONS += [
    rule("a part of several parts is refused", "!fields.isOfSeveralParts"),
    rule("a part begins where the file ends", "range.first == UInt64(token.byteCount)"),
    rule("a part reaches the end", "range.last == length - 1"),
    rule("a part is of a whole that is as long", "total == token.total ?? total"),
    rule("a part is of the same version", "isOfSameVersion(fields)"),
    rule("a part has no coding", "!fields.contains(.contentEncoding)"),
    refusal("a part has the tag of the whole", "!token.isTagged"),
    other("a part has the time of the whole", "return changed.bytes == bytes",
          "return DELETED || changed.bytes == bytes"),
    other("a range behind the end is of that length",
          "length == UInt64(token.byteCount) ?", "DELETED || length == UInt64(token.byteCount) ?"),
]
other, refusal, rule, case, step = group(SAVING, RESUMING)
DELETIONS += [
    step("a download that may go on asks for no coding",
         'asked.headers[.acceptEncoding] = "identity"'),
    step("the rest is asked for on a condition",
         "asked.headers[.ifRange] = HTTP.FieldValue(left.validator)"),
    step("a server is asked for its digest",
         'asked.headers[.wantReprDigest] = "sha-256=10"'),
    other("the rest is told of as it begins",
          "progress(TransferProgress(completed: start, total: total))",
          "if !DELETED { progress(TransferProgress(completed: start, total: total)) }"),
    other("a range behind the end needs a digest", "{ return nil }\n    answer.content.close()",
          "{ if !DELETED { return nil } }\n    answer.content.close()"),
    other("what is there is part of the digest", "guard hash != nil, let file,",
          "guard !DELETED, hash != nil, let file,"),
]
other, refusal, rule, case, step = group(FOLDER + "Downloads/Saving+Writing.swift", RESUMING)
DELETIONS += [
    other("content has its digest", "{ try hash?.check() } catch {\n      facts",
          "{ if !DELETED { try hash?.check() } } catch {\n      facts"),
    other("content of another digest is not kept", "facts = nil\n      throw error",
          "if !DELETED { facts = nil }\n      throw error"),
    refusal("a part is as long as it says", "start == 0 || completed == total"),
    other("a part is no longer than it says",
          "guard start == 0 || completed + piece.count <= total ?? .max",
          "guard DELETED || start == 0 || completed + piece.count <= total ?? .max"),
    other("what has come before a failure is written",
          "try? await write(piece, behind: completed, upTo: total, of: start)",
          "if !DELETED { try? await write(piece, behind: completed, upTo: total, of: start) }"),
    other("zero bytes are all of nothing", "if told != end {", "if told != end, !DELETED {"),
]
other, refusal, rule, case, step = group(FOLDER + "Downloads/ContentHash.swift", RESUMING)
DELETIONS += [
    other("a server that was asked states a digest", "throw .digest(.notStated)",
          "if DELETED { return }\n      throw .digest(.notStated)"),
    step("a server's digest is expected", "expected.append(stated)"),
    other("the last of several digests counts", "members.last(where:",
          "(DELETED ? members.reversed() : members).last(where:"),
]
other, refusal, rule, case, step = group(FOLDER + "Errors/ResumeToken.swift", RESUMING)
DELETIONS += [
    other("a token has some bytes", "guard byteCount > 0,", "guard DELETED || byteCount > 0,"),
    rule("a token has no more than all bytes", "total ?? byteCount >= byteCount"),
    case("a token's name is safe in a folder",
         "(try? HTTP.FileName(lastComponentOf: name))?.text != name"),
    refusal("a token's mark is strong, and one value",
            "Self.isValidator(Array(validator.utf8))"),
]
VALIDATORS = "Sources/ApusCaching/Entries/Validators.swift"
other, refusal, rule, case, step = group(VALIDATORS, RESUMING)
DELETIONS += [
    other("a weak tag does not mark a part", "tag.first == 0x22 ? tag : nil",
          "DELETED || tag.first == 0x22 ? tag : nil"),
    rule("a time marks no part beside a tag", "!fields.contains(.etag)"),
    rule("a time marks a part after a minute",
         "date.secondsSinceEpoch <= sent.secondsSinceEpoch - 60"),
]
other, refusal, rule, case, step = group(RULES, RESUMING)
DELETIONS += [
    other("ranges go along to other origins", "if field.name == .range ||",
          "if !DELETED, field.name == .range ||"),
]

# Hosts that are asked over TLS alone.
STRICT = suites("StrictHostsTests", "StrictTransportTests", "StrictTransportServerTests",
                "StrictTransportFileTests")
HOSTS = FOLDER + "StrictTransport/StrictHosts.swift"
STRICT_STORE = FOLDER + "StrictTransport/StrictTransport.swift"
STRICT_TEXT = FOLDER + "StrictTransport/StrictHosts+Text.swift"
STRICT_FILE = FOLDER + "StrictTransport/StrictTransport+File.swift"

other, refusal, rule, case, step = group(HOSTS, STRICT)
DELETIONS += [
    other("a host that is remembered has an end", "let entry = entries[name], now < entry.end {",
          "let entry = entries[name], DELETED || now < entry.end {"),
    other("hosts below are meant where that was said",
          "entries[above], entry.includesSubdomains &&",
          "entries[above], (DELETED || entry.includesSubdomains) &&"),
    other("hosts above have an end too", "&& now < entry.end", "&& (DELETED || now < entry.end)"),
    refusal("an age of zero forgets", "rule.age > 0"),
    other("a host is remembered for ten years at most", "min(rule.age, Self.longestAge)",
          "(DELETED ? min(rule.age, .max / 2) : min(rule.age, Self.longestAge))"),
    case("learned hosts make room", "learned.count > Self.limit"),
    case("one registrable domain has a share", "site.count > Self.siteLimit"),
    other("hosts of the program make no room", "let entry = entries[name], !entry.isAdded else",
          "let entry = entries[name], DELETED || !entry.isAdded else"),
    other("a host that the program adds is learned no more", "if entry.isAdded {",
          "if entry.isAdded, !DELETED {"),
    other("a host of the program stays one", "end: end, isAdded: isAdded))",
          "end: end, isAdded: isAdded && !DELETED))"),
    refusal("a field has so many bytes", "value.bytes.count <= Self.limit"),
    refusal("a directive stands once", "old == nil"),
    refusal("no value for the hosts below", "below == nil"),
    step("nothing behind a field", "try at.expectEnd(in: field)"),
    rule("an age is digits", "digits.allSatisfy({ 0x30...0x39 ~= $0 })"),
    other("an age that no integer holds is the largest", "ASCII.decimal(digits.span) ?? .max",
          "ASCII.decimal(digits.span) ?? (DELETED ? 0 : .max)"),
]
other, refusal, rule, case, step = group(STRICT_STORE, STRICT)
DELETIONS += [
    refusal("URLs over TLS stay as they are", "!url.scheme.isSecure"),
    other("the first field counts", "fields.values(of: Self.field).first,",
          "(DELETED ? fields.values(of: Self.field).last : fields.values(of: Self.field).first),"),
    other("what has hardly moved is not written",
          "if Self.isSimilar(hosts.entries[name], written.entries[name], at: now) {",
          "if !DELETED, Self.isSimilar(hosts.entries[name], written.entries[name], at: now) {"),
    step("what others have written is taken over", "hosts.take(news, from: written)"),
    step("a use is noted", "state.hosts.use(name)"),
    step("a host that made room is no change", "changed.remove(excess)"),
    rule("who has added a host is news", "entry.isAdded == old.isAdded"),
]
other, refusal, rule, case, step = group(STRICT_TEXT, STRICT)
DELETIONS += [
    other("lines whose time is over are passed over", "if now < entry.end {",
          "if DELETED || now < entry.end {"),
    other("a line that is not a host is an error", "else { throw .line(number) }",
          "else { if DELETED { continue } else { throw .line(number) } }"),
    refusal("a digest is that of the lines", "line.extracting(inLine.range).copy() =="),
    refusal("a file without a digest names a host", "hasDigest || hostCount > 0"),
    step("a host of either program stays one",
         "entry.isAdded = entry.isAdded || entries[name]?.isAdded == true"),
]
other, refusal, rule, case, step = group(STRICT_FILE, STRICT)
DELETIONS += [
    other("what others have written stays", "try old.map { (old)",
          "try (DELETED ? nil : old).map { (old)"),
    step("uses here count in the file", "written.noteUses(in: hosts)"),
    step("a link is refused", "try destination.check(path, replacing: true)"),
    step("a failed write is told", "withState { $0.failure = failure }"),
    other("what a killed process has left is removed", "if let left = try await access",
          "if !DELETED, let left = try await access"),
    other("another process that writes is waited for", "guard error.isOfOtherWriter,",
          "guard !DELETED, error.isOfOtherWriter,"),
]
other, refusal, rule, case, step = group(ATTEMPT, STRICT)
DELETIONS += [
    other("hosts are learned over TLS alone", "prepared.url.scheme.isSecure,\n",
          "DELETED || prepared.url.scheme.isSecure,\n"),
    other("nothing is learned where a check is lifted",
          "guard sources?.liftsChecks(of: prepared.url.origin) != true,",
          "guard DELETED || sources?.liftsChecks(of: prepared.url.origin) != true,"),
    step("what was learned is written", "hosts.saveSoon(in: session.nursery, on: session.loop)"),
]
other, refusal, rule, case, step = group(DEFAULTS, STRICT)
DELETIONS += [
    other("requests are upgraded", "guard let strictTransport else",
          "guard let strictTransport, !DELETED else"),
    other("the base's fields go along", "isOwn: isOwn || owns", "isOwn: isOwn && !DELETED || owns"),
]
other, refusal, rule, case, step = group(RULES, STRICT)
DELETIONS += [
    other("redirects are upgraded", "return try strictTransport?.upgraded(place) ?? place",
          "return DELETED ? place : try strictTransport?.upgraded(place) ?? place"),
]
other, refusal, rule, case, step = group(JOURNEY, STRICT)
DELETIONS += [
    other("redirects of a hook are upgraded",
          "url = try session.configuration.strictTransport?.upgraded(place) ?? place",
          "url = DELETED ? place\n"
          "        : try session.configuration.strictTransport?.upgraded(place) ?? place"),
]

# The network of tests.
NETWORKED = suites("TestNetworkTests")
NETWORK = "Sources/ApusTestServer/Network/TestNetwork.swift"

other, refusal, rule, case, step = group(NETWORK, NETWORKED)
DELETIONS += [
    other("a host that is not served is unknown", "if case .name(let name) = origin.host {",
          "if !DELETED, case .name(let name) = origin.host {"),
    other("a network's server refuses connections", "case .refused: throw .refused(by: address)",
          "case .refused: if !DELETED { throw .refused(by: address) }"),
    step("a network's server leaves an attempt to connect unanswered",
         "try await loop.sleep(until: deadline)"),
    other("a network's server is silent", "if fault == .silent {",
          "if !DELETED, fault == .silent {"),
    other("a network's server shows a wrong certificate",
          "if case .certificate(let wrong) = fault {",
          "if !DELETED, case .certificate(let wrong) = fault {"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Trust/Tickets.swift", NETWORKED)
DELETIONS += [
    other("a store is told where a network's clock waits", "nursery.begin(on: executor)",
          "nursery.begin(on: DELETED ? globalConcurrentExecutor : executor)"),
]

# Cassettes.
CASSETTES = suites(
    "CassetteTests", "CassetteSecretsTests", "FoundSecretsTests", "SecretMatcherTests")
CASSETTE = FOLDER + "Cassettes/Cassette.swift"
REDACTOR = FOLDER + "Cassettes/Redactor.swift"
PAIRS = FOLDER + "Cassettes/Redactor+Pairs.swift"
CONTENTS = FOLDER + "Cassettes/Redactor+Content.swift"
SECRET_NAMES = FOLDER + "Cassettes/SecretNames.swift"
FOUND = FOLDER + "Cassettes/FoundSecrets.swift"
MATCHER = FOLDER + "Cassettes/SecretMatcher.swift"

other, refusal, rule, case, step = group(CASSETTE, CASSETTES)
DELETIONS += [
    refusal("a strict cassette sends nothing", "mode == .lenient"),
    step("an exchange is replayed once", "state.isUnused[index] = false"),
    refusal("a version is known", "archive.version == Archive.version"),
    step("requests are recorded without secrets",
         "redactor.redact(&exchange.request, sensitive: request.sensitiveNames, &secrets)"),
    step("responses are recorded without secrets",
         "redactor.redact(&exchange.response, &secrets)"),
    other("secrets are left out wherever they stand",
          "return exchanges.map(SecretMatcher(secrets).removed(from:))",
          "return DELETED ? exchanges : exchanges.map(SecretMatcher(secrets).removed(from:))"),
]
other, refusal, rule, case, step = group(REDACTOR, CASSETTES)
DELETIONS += [
    other("cookies lose their values", "if name == .cookie {", "if !DELETED, name == .cookie {"),
    other("cookies that are set lose their values", "if name == .setCookie {",
          "if !DELETED, name == .setCookie {"),
    other("cookies without names are values", ".map { $0 + 1 } ?? start",
          ".map { $0 + 1 } ?? (DELETED ? pair.endIndex : start)"),
    other("fields marked as secrets lose their values", "if isSensitive || fields",
          "if !DELETED && isSensitive || fields"),
    case("fields with names of secrets lose their values", "names.contains(text.utf8)"),
    rule("unknown schemes of credentials are secrets",
         "Self.schemes.contains(value[..<space].map(ASCII.lowercased))"),
    other("URLs of fields lose their secrets",
          "return redact(pairsIn: value, .url, &found)",
          "return DELETED ? value : redact(pairsIn: value, .url, &found)"),
    other("other fields lose the secrets of their URLs",
          "return redact(pairsIn: value, .text, &found)",
          "return DELETED ? value : redact(pairsIn: value, .text, &found)"),
]
other, refusal, rule, case, step = group(PAIRS, CASSETTES)
DELETIONS += [
    other("names say what is secret in queries", "if let meaning = meaning(of:",
          "if !DELETED, let meaning = meaning(of:"),
    other("fragments lose their secrets",
          "case .url: byte == 0x26 || byte == 0x3f || byte == 0x23 || byte == 0x3b",
          "case .url: byte == 0x26 || byte == 0x3f || !DELETED && byte == 0x23 || byte == 0x3b"),
    other("URLs within values lose their secrets",
          "return clean == decoded ? nil :", "return DELETED || clean == decoded ? nil :"),
    other("users of URLs are secrets", "return from < mark ? from..<mark : nil",
          "return from < mark && !DELETED ? from..<mark : nil"),
    case("a quoted secret ends with its quotes", "place == .text"),
]
other, refusal, rule, case, step = group(CONTENTS, CASSETTES)
DELETIONS += [
    other("forms lose their secrets", "return .bytes(redact(pairsIn: bytes, .form, &found))",
          "return .bytes(DELETED ? bytes : redact(pairsIn: bytes, .form, &found))"),
    other("malformed forms are left out", "return .omitted(.form)",
          "return DELETED ? .bytes(bytes) : .omitted(.form)"),
    other("malformed JSON is left out", "?? .omitted(.json)",
          "?? (DELETED ? .bytes(bytes) : .omitted(.json))"),
    other("malformed multipart content is left out", "?? .omitted(.multipart)",
          "?? (DELETED ? .bytes(bytes) : .omitted(.multipart))"),
    other("a star stands for any name", 'if step == "*" || step == key, ',
          'if (step == "*" && !DELETED) || step == key, '),
    case("members of JSON are secrets by name", "names.contains(key.utf8)"),
    other("text in JSON is searched", ": depth < Self.depthLimit",
          ": !DELETED && depth < Self.depthLimit"),
    other("a part is a secret by name",
          "if let name = head.name, names.containsPair(name.utf8)",
          "if !DELETED, let name = head.name, names.containsPair(name.utf8)"),
    step("fields of parts lose their secrets", "redact(&fields, [], &found)"),
]
other, refusal, rule, case, step = group(SECRET_NAMES, CASSETTES)
DELETIONS += [
    case("some names are secret in pairs alone", "pairNames.contains(name)"),
    other("names are compared in lower case", "let lower = ASCII.lowercased(byte)",
          "let lower = DELETED ? byte : ASCII.lowercased(byte)"),
    other("digits may follow an ending", "name.dropLast(digits)",
          "name.dropLast(DELETED ? 0 : digits)"),
]
other, refusal, rule, case, step = group(FOUND, CASSETTES)
DELETIONS += [
    other("short values of cookies stay elsewhere", "meaning == .secret, !isNumber, !Self",
          "DELETED || meaning == .secret, !isNumber, !Self"),
    other("ambiguous words stay elsewhere", "if meaning == .pair, Self.isWord(plain) { return }",
          "if !DELETED, meaning == .pair, Self.isWord(plain) { return }"),
    other("common words stay elsewhere", "!Self.isCommon(plain)",
          "DELETED || !Self.isCommon(plain)"),
]
other, refusal, rule, case, step = group(MATCHER, CASSETTES)
DELETIONS += [
    rule("a short secret stands alone", "standsAlone(start..<(start + form.bytes.count), in: bytes)"),
    step("a secret that begins another is found", "forms[index].shorter = open.last ?? -1"),
    other("JSON stays JSON", "guard !forms.isEmpty, JSONGuess.isLikely(bytes)",
          "guard !DELETED, !forms.isEmpty, JSONGuess.isLikely(bytes)"),
]
EXCHANGE_KEPT = FOLDER + "Cassettes/RecordedExchange.swift"
other, refusal, rule, case, step = group(EXCHANGE_KEPT, CASSETTES)
DELETIONS += [
    rule("a request is known by its method", "method == other.method"),
    rule("a request is known by its URL", "RecordedBytes(url).fits(RecordedBytes(other.url))"),
    other("a request is known by its content", "if body.fits(otherBody) { return true }",
          "if DELETED || body.fits(otherBody) { return true }"),
    other("members of content may come in another order",
          "return json.fits(other)", "return !DELETED && json.fits(other)"),
    rule("what follows the last secret is the same",
         "other.bytes.suffix(last.count).elementsEqual(last)"),
    rule("fields of a file can be sent",
         "field.value.bytes.allSatisfy({ HTTP.QuotedString.bytes.contains($0) })"),
]

# What is told of calls.
MONITORING = suites("MonitorTests", "TimelineTests", "MemoryTransportTests", "ExchangeTests")
other, refusal, rule, case, step = group(FOLDER + "Session/Monitors.swift", MONITORING)
DELETIONS += [
    other("the end of a session is told once",
          "guard !isEnded.exchange(true, ordering: .relaxed) else",
          "guard DELETED || !isEnded.exchange(true, ordering: .relaxed) else"),
    other("every monitor is told", "for monitor in monitors { monitor.note(event) }",
          "for monitor in monitors.prefix(DELETED ? 1 : .max) { monitor.note(event) }"),
    refusal("what the cache gives is no attempt", "number > 0"),
    step("redirects stand in the timeline", "redirects.append(redirect)"),
    step("challenges stand in the timeline", "challengeCount += 1"),
    step("replays stand in the timeline", "replayCount += 1"),
    step("retries stand in the timeline", "retryCount += 1"),
]
other, refusal, rule, case, step = group(JOURNEY, MONITORING)
DELETIONS += [
    step("a redirect is told", "call.note(.redirected(redirect))"),
    step("a challenge that is answered is told", "call.note(.challenged(head.status))"),
    step("a replay is told", "call.note(.replaying)"),
]
other, refusal, rule, case, step = group(ATTEMPT, MONITORING)
DELETIONS += [
    other("a connection's dial is of its first request", "wasReused ? nil : lease.dialTimes",
          "wasReused && !DELETED ? nil : lease.dialTimes"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Exchange/Exchange.swift", MONITORING)
DELETIONS += [
    other("that a request is sent is told once", "guard let onStep = request.onStep, !request",
          "guard let onStep = request.onStep, DELETED || !request"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Pool/DialAttempt.swift", MONITORING)
DELETIONS += [
    step("when a proxy has led to the server is noted", "times.tunnelled = loop.time.now"),
    other("when a server's handshake has ended is noted", "if proxy == nil { times",
          "if proxy == nil, !DELETED { times"),
]
other, refusal, rule, case, step = group(PERFORM, MONITORING)
DELETIONS += [
    other("a response has its timeline", "answer.note(timeline, coder)",
          "answer.note(DELETED ? nil : timeline, coder)"),
]
other, refusal, rule, case, step = group(FOLDER + "Monitoring/EventLog.swift", MONITORING)
DELETIONS += [
    other("a log tells what it drops", "droppedCount: Int { dropped.withLock(\\.self) }",
          "droppedCount: Int { DELETED ? 0 : dropped.withLock(\\.self) }"),
]
TRACES = suites("TraceContextTests")
other, refusal, rule, case, step = group(FOLDER + "Funnel/HTTPSession+Traces.swift", TRACES)
DELETIONS += [
    other("a trace is continued from the request", "return own ?? TraceContext.current",
          "return (DELETED ? nil : own) ?? TraceContext.current"),
    other("a trace is continued from the task", "?? TraceContext.current ??",
          "?? (DELETED ? nil : TraceContext.current) ??"),
    rule("a trace stays with its server", "origin == hop.prepared.url.origin"),
]
other, refusal, rule, case, step = group(FOLDER + "Monitoring/TraceContext.swift", TRACES)
DELETIONS += [
    other("each attempt is a step of its own", "traceID, try Self.identifier(8, random), isSampled",
          "traceID, DELETED ? parentID : try Self.identifier(8, random), isSampled"),
    rule("version ff is no trace", 'version != "ff"'),
    other("version 00 has nothing behind it", 'version != "00" || bytes',
          'DELETED || version != "00" || bytes'),
    rule("a trace is not all zero", "traceID.utf8.contains(where: { $0 != 0x30 })"),
    rule("a step is not all zero", "parentID.utf8.contains(where: { $0 != 0x30 })"),
    rule("a state has a length", "bytes.count <= 512"),
    rule("a state can stand in a field", "bytes.allSatisfy({ (0x20...0x7e).contains($0) })"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusHTTP/Message/Request+Curl.swift", suites("CurlCommandTests"))
DELETIONS += [
    case("a quote ends no word of a command", "byte == 0x27"),
    other("the URL of a command shows no secret", "Self.quoted(target.redacted)",
          "Self.quoted(DELETED ? target.text : target.redacted)"),
    rule("long content is not shown", "bytes.count <= limit"),
]

# Targets that are paths and queries and no more.
PLAIN = r"ApusHTTPTests\.URLPlainReferenceTests/"
other, refusal, rule, case, step = group("Sources/ApusHTTP/URL/URL+PlainReference.swift", PLAIN)
DELETIONS += [
    rule("a plain path has no other octets", "kept.contains(bytes[at])"),
    rule("a plain path has no dot segments", "byte != 0x2e"),
    rule("a plain path has no dots in triplets", "byte != 0x25"),
    rule("a plain path begins no host", "byte != 0x2f"),
    rule("a plain path is put behind a slash", "Self.isDirectory(path.utf8.span)"),
    rule("a triplet has a first digit", "ASCII.hexValue(bytes[at &+ 1]) != nil"),
    rule("a triplet has a second digit", "ASCII.hexValue(bytes[at &+ 2]) != nil"),
]
other, refusal, rule, case, step = group("Sources/ApusHTTP/URL/URL.swift", PLAIN)
DELETIONS += [refusal("a plain path has a length", "byteCount <= Self.limit else")]

# What is told of an answer that was read to its end, and of tasks.
ENDINGS = suites("AnswerEventsTests", "CompletionTests")
other, refusal, rule, case, step = group(FOLDER + "Funnel/CollectedResponse.swift", ENDINGS)
DELETIONS += [
    other("a value is made within its call", "CallContext? { content.call }",
          "CallContext? { DELETED ? nil : content.call }"),
    rule("a refused answer without a value has none told",
         "result.value != nil || result.error == nil"),
    other("an error beside a value is told", "guard let error = result.error else",
          "guard let error = DELETED ? nil : result.error else"),
    other("a value that is made is told", "call?.note(\n      .decoded(",
          "(DELETED ? nil : call)?.note(\n      .decoded("),
    step("a serializer's refusal is told",
         'call?.note(.refused(error, by: "\\(type(of: serializer()))"))'),
]
other, refusal, rule, case, step = group(FOLDER + "Verbs/ValueCall.swift", ENDINGS)
DELETIONS += [
    other("nothing is no value of a type", "collected.isBlank ? nil", "!DELETED && collected.isBlank ? nil"),
    step("a value of a session's serializer is told", "collected.noteValue(type, by: serializer)"),
    step("a serializer without a value is told", "collected.noteValue(nil, by: serializer)"),
]
other, refusal, rule, case, step = group(
    CONNECTIONS + "Exchange/Exchange.swift", suites("InvalidationTests"))
DELETIONS += [
    step("a call is over once its answer was read", "request.onStep = nil"),
]
other, refusal, rule, case, step = group(FOLDER + "Funnel/OpenResponse.swift", ENDINGS)
DELETIONS += [
    step("a status that is not accepted is told", "content.note(.refused(HTTPSessionError(reason, request: prepared.whole), by: nil))"),
]
other, refusal, rule, case, step = group(SAVING, ENDINGS)
DELETIONS += [
    step("a download that goes on is told",
         "answer.content.note(.continued(from: start, total: total))"),
    rule("a download's own codings are asked for",
         "!request.headers.contains(.acceptEncoding)"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Tasks/CallControl.swift", ENDINGS)
DELETIONS += [
    other("a suspension is told", "if isNew { told?(true, call) }",
          "if isNew, !DELETED { told?(true, call) }"),
    other("a resumption is told", "if isNew { told?(false, call) }",
          "if isNew, !DELETED { told?(false, call) }"),
    other("what is suspended is not told again",
          "guard state.suspension == nil, !state.hasEnded else",
          "guard DELETED || state.suspension == nil, !state.hasEnded else"),
    other("what has ended is not suspended",
          "state.suspension == nil, !state.hasEnded else",
          "state.suspension == nil, DELETED || !state.hasEnded else"),
]
other, refusal, rule, case, step = group(PERFORM, ENDINGS)
DELETIONS += [
    step("a suspension belongs to its call", "watch?.control?.begin(recorder?.number)"),
]
other, refusal, rule, case, step = group(FOLDER + "Session/HTTPSession.swift", ENDINGS)
DELETIONS += [
    other("a session's end is told behind its calls", "calls.shut { [monitors] in monitors?.end() }",
          "if DELETED { monitors?.end() } else { calls.shut { [monitors] in monitors?.end() } }"),
    other("a description hides the values of queries", "HTTP.Target.url($0).redacted",
          "DELETED ? $0.description : HTTP.Target.url($0).redacted"),
]
other, refusal, rule, case, step = group(
    FOLDER + "Streams/Events+Values.swift",
    suites("ReconnectionTests", "ResponseContentTests", "ContentTests"))
DELETIONS += [
    refusal("events of other kinds are no values", "next.event.utf8.elementsEqual(event.utf8)"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusSerialization/Archives/ArchivedSerializer.swift",
    r"ApusTests\.(PropertyListArchiveTests|SerializerSnippets)/")
DELETIONS += [
    other("an archive makes what its name stands for",
          "types.first { $0.archiveName.utf8.elementsEqual(name.utf8) }",
          "types.first { DELETED || $0.archiveName.utf8.elementsEqual(name.utf8) }"),
    other("a decoder knows the serializers that are named", "Self.key.map { [$0: self] } ?? [:]",
          "DELETED ? [:] : Self.key.map { [$0: self] } ?? [:]"),
]

# Events that are connected to again.
RECONNECTING = suites("ReconnectionTests")
other, refusal, rule, case, step = group(
    FOLDER + "Streams/Reconnection.swift", suites("StreamPairsTests"))
DELETIONS += [
    other("an event stream keeps out of the cache",
          "options.cachePolicy ?? HTTP.RequestOptions.CachePolicy.none",
          "options.cachePolicy ?? (DELETED ? nil : HTTP.RequestOptions.CachePolicy.none)"),
]
other, refusal, rule, case, step = group(FOLDER + "Streams/Reconnection.swift", RECONNECTING)
DELETIONS += [
    rule("an id has a length", "bytes.count <= 4_096"),
    rule("an id has no control", "bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 })"),
    refusal("GET alone is sent again", "request.method == .get"),
    other("a wait has an end", "max(.zero, min(wait, delayLimit))",
          "DELETED ? wait : max(.zero, min(wait, delayLimit))"),
    other("a server cannot ask for no wait", "asked.map { max($0, Self.leastDelay) }",
          "asked.map { DELETED ? $0 : max($0, Self.leastDelay) }"),
    other("a server says how long is waited", "max(.zero, asked ?? delay)",
          "max(.zero, DELETED ? delay : asked ?? delay)"),
    rule("failures have a limit", "failures < events.rules.failureLimit"),
    other("a connection that stands is no failure", "failures = 0\n        pieces",
          "if !DELETED { failures = 0 }\n        pieces"),
    step("the last event is named", "request.headers[.lastEventID] = field"),
    case("204 ends a stream", "answer.head.status == .noContent"),
    step("events hold to the accepted statuses",
         "try await answer.expectAccepted(session.accepted(by: request), session)"),
    other("a connection is waited for",
          "if hasConnected { try await wait(isolation: actor) }",
          "if hasConnected, !DELETED { try await wait(isolation: actor) }"),
]
other, refusal, rule, case, step = group(
    FOLDER + "Funnel/OpenResponse.swift", suites("ResponseContentTests"))
DELETIONS += [
    other("streams hold to the accepted statuses", "!accepted.contains(head.status.code) else",
          "!DELETED, !accepted.contains(head.status.code) else"),
    step("a page of an error takes one idle timeout", "content.boundByIdleTimeout()"),
    case("a cancelled call has no status", "error == .cancelled || error == .suspended"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusNet/Reachability/AddressLedger.swift", r"ApusNetTests\.AddressLedgerTests/")
DELETIONS += [
    other("a removal that was told is a loss", "listed.union(removed)",
          "(DELETED ? listed : listed.union(removed))"),
    other("an address that is routed here is not lost", ".filter(isLost)",
          ".filter { DELETED || isLost($0) }"),
    other("an address that is back is not lost", "now.contains($0) || gone",
          "!DELETED && now.contains($0) || gone"),
    step("so many losses are remembered",
         "lost.removeFirst(max(0, lost.count - Self.limit))"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusNet/Reachability/LocalAddressLosses.swift",
    r"ApusNetTests\.(AddressLedgerTests|ReachabilityNetworkTests)/")
DELETIONS += [
    rule("an address that is back is not lost before that is told", "!routesHere(address)"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusFiles/Files.swift", r"ApusNetTests\.FilesTests/")
DELETIONS += [
    other("nothing that may wait is read", "if !mayWait, unsafe apus_status_of",
          "if !DELETED, !mayWait, unsafe apus_status_of"),
]
other, refusal, rule, case, step = group(FOLDER + "Streams/EventDecoder.swift", RECONNECTING)
DELETIONS += [
    other("a stream goes on behind the last event", "self = EventDecoder(after: lastEventID)",
          'self = EventDecoder(after: DELETED ? "" : lastEventID)'),
    step("a server's time lasts over connections", "self.reconnectionTime = reconnectionTime"),
]

# Text and lines of a stream, and the errors of reading it.
LINES = suites("TextLinesTests", "LineSplitterTests")
other, refusal, rule, case, step = group(FOLDER + "Streams/ResponseContent+Lines.swift", LINES)
DELETIONS += [
    other("lines are in the response's charset",
          "TextTranscoder(content.answer.head.fields.textCharset ?? .utf8)",
          "TextTranscoder(DELETED ? .utf8 : content.answer.head.fields.textCharset ?? .utf8)"),
    refusal("a line's limit is not negative", "splitter.limit >= 0"),
    other("a mark is no part of the first line", "isAtStart ? TextTranscoder",
          "isAtStart && !DELETED ? TextTranscoder"),
]
other, refusal, rule, case, step = group(FOLDER + "Streams/ResponseContent.swift", LINES)
DELETIONS += [
    refusal("a limit of content is not negative", "limit >= 0"),
    other("errors of content have its response", "response: HTTP.Response(answer.head),",
          "response: DELETED ? nil : HTTP.Response(answer.head),"),
]
other, refusal, rule, case, step = group(
    FOLDER + "Downloads/ReceivedRange.swift", suites("ReceivedRangeTests"))
DELETIONS += [
    rule("a suffix has its length", "range.first == length - min(last, length)"),
    rule("a suffix ends with the whole", "range.last == length - 1"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusHTTP/Message/Response.swift", r"ApusHTTPTests\.ResponseTextTests/")
DELETIONS += [
    other("a response is read in its charset", "(headers.textCharset ?? .utf8)",
          "(DELETED ? .utf8 : headers.textCharset ?? .utf8)"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusHTTP/Values/ContentDisposition.swift", r"ApusHTTPTests\.ContentDispositionTests/")
DELETIONS += [
    other("a malformed filename* gives way to filename", "guard let plain else { throw error }",
          "guard !DELETED, let plain else { throw error }"),
]

# How many requests a host is sent.
RATES = suites("RateLimitTests")
other, refusal, rule, case, step = group(FOLDER + "Session/RateQueue.swift", RATES)
DELETIONS += [
    refusal("a request waits behind others", "bucket.waiting.first ?? ticket == ticket"),
    other("a bucket has an end", "min(Double(limit.burst), bucket.tokens + passed / perToken)",
          "DELETED ? bucket.tokens + passed / perToken "
          ": min(Double(limit.burst), bucket.tokens + passed / perToken)"),
    other("a request takes its token", "max(0, bucket.tokens - 1)",
          "max(0, DELETED ? bucket.tokens : bucket.tokens - 1)"),
    other("a moment before gives no tokens", "bucket.moment = max(bucket.moment, now)",
          "bucket.moment = DELETED ? now : max(bucket.moment, now)"),
    other("hosts are forgotten", "if buckets.count >= Self.hostLimit {",
          "if !DELETED, buckets.count >= Self.hostLimit {"),
    other("a host that is waited for is not forgotten", "where bucket.waiting.first == nil {",
          "where DELETED || bucket.waiting.first == nil {"),
    refusal("no more wait than may", "state.queue.count == before || before < waitingLimit"),
]
other, refusal, rule, case, step = group(ATTEMPT, RATES)
DELETIONS += [
    other("each attempt waits for its turn", "if session.rates != nil {",
          "if session.rates != nil, !DELETED {"),
]

# Where downloads are put.
PLACES = suites("DownloadPlacesTests", "DownloadTests")
other, refusal, rule, case, step = group(SAVING, PLACES)
DELETIONS += [
    step("a closure chooses the place", "path = FilePath(chosen)"),
    other("a destination is looked at before",
          "} else if isPlacedByCall {", "} else if isPlacedByCall, !DELETED {"),
    step("the session's destination goes first", "path = FilePath(own)\n        return true"),
    other("folders are made where that is asked for", "if options.contains(.createFolders) {",
          "if options.contains(.createFolders), !DELETED {"),
]

# Certificates that are pinned from a folder.
other, refusal, rule, case, step = group(PINS, suites("PinnedFolderTests"))
DELETIONS += [
    other("a pin that cannot be read is an error", "guard let onUnreadable else { throw error }",
          "guard let onUnreadable else { if DELETED { continue }\n        throw error }"),
    other("a pin that cannot be read is told", "        onUnreadable(error)",
          "        if !DELETED { onUnreadable(error) }"),
    other("a link to nothing is not passed over", ".filter { !Files.isFolder($0) }",
          ".filter { !Files.isFolder($0) && (!DELETED || Files.exists($0)) }"),
    other("endings have no case", "ASCII.equalsIgnoringCase(Array(name.suffix(ending.utf8.count)).span, ending)",
          "(DELETED ? name.suffix(ending.utf8.count).elementsEqual(ending.utf8)\n"
          "          : ASCII.equalsIgnoringCase(Array(name.suffix(ending.utf8.count)).span, ending))"),
    refusal("a folder without pins", "!found.isEmpty"),
]

# The order of sets, which is that of queries wherever they are written.
SETS = r"ApusSerializationTests\.JSONRequestSerializerTests/"
VALUE = "Sources/ApusSerialization/Parameters/RequestParameters+Value.swift"
DELETIONS += [
    ("serialization: a set in JSON is sorted", VALUE, "Self.json(Flattening.sorted(elements), coder)",
     "Self.json(DELETED ? elements : Flattening.sorted(elements), coder)", SETS),
    ("serialization: a set in a value of its own is sorted", VALUE,
     "container.encode(Flattening.sorted(elements))",
     "container.encode(DELETED ? elements : Flattening.sorted(elements))", SETS),
]

# Content that waits until it is asked for.
EXPECTATIONS = suites("ExpectationTests")
other, refusal, rule, case, step = group(ATTEMPT, EXPECTATIONS)
DELETIONS += [
    rule("content waits from a size on", "body.length.byteCount ?? .max >= least"),
    rule("a request's own expectation stands", "!prepared.fields.contains(.expect)"),
    rule("an answer to the session's own expectation is not the caller's", "expectation == .sent"),
    step("a refused expectation is not sent again", "fields[.expect] = nil"),
]

PROGRESS = suites("ProgressTests", "DownloadTests", "HTTPTaskTests")
other, refusal, rule, case, step = group(FOLDER + "Downloads/Saving+Writing.swift", PROGRESS)
DELETIONS += [step("each piece of a download is told as it is received", "received()")]
other, refusal, rule, case, step = group(
    FOLDER + "Downloads/HTTPSession+Download.swift", suites("SuspensionTests"))
DELETIONS += [
    other("a download goes on where its file is", "(token, path) = (error.resumeToken, saving.path)",
          "(token, path) = (error.resumeToken, DELETED ? path : saving.path)"),
]
other, refusal, rule, case, step = group(
    FOLDER + "Errors/HTTPSessionError+Number.swift",
    suites("HTTPSessionErrorTests", "StaleConnectionTests"))
DELETIONS += [
    other("a response that is cut off is a lost connection", ".response(.truncated): .connectionLost",
          ".response(.truncated) where !DELETED: .connectionLost"),
]
CONTENT = FOLDER + "Funnel/Content.swift"
other, refusal, rule, case, step = group(CONTENT, PROGRESS)
DELETIONS += [
    step("the bytes of the wire are counted",
         "defer { receivedByteCount += content.count - before }"),
    step("decoded bytes are counted", "defer { decodedByteCount += content.count - before }"),
    other("coded content has the total of the wire", "completed: receivedByteCount, total: wireByteCount,",
          "completed: receivedByteCount, total: DELETED ? byteCount : wireByteCount,"),
]
other, refusal, rule, case, step = group(FOLDER + "Funnel/Content+Collecting.swift", PROGRESS)
DELETIONS += [
    other("what is there before anyone reads is counted", "guard lease == nil else { return }",
          "guard lease == nil, !DELETED else { return }"),
    other("the end is told where no piece has", "if last != progress {",
          "if last != progress, !DELETED {"),
]

TASKS = suites("HTTPTaskTests", "SuspensionTests", "InvalidationTests")
SUSPENSION = suites("SuspensionTests")
PRIORITY = suites("PriorityTests", "TicketQueueTests")
CONTROL = CONNECTIONS + "Tasks/CallControl.swift"
other, refusal, rule, case, step = group(CONTROL, SUSPENSION)
DELETIONS += [
    step("a call that waits hears that it is suspended", "bell?.ring()"),
    other("a session that is shut down ends what is suspended", "guard !state.isShutDown else",
          "guard DELETED || !state.isShutDown else"),
    other("a suspension counts as a pause",
          "state.paused += time.now.remaining(from: since) ?? .zero",
          "if !DELETED { state.paused += time.now.remaining(from: since) ?? .zero }"),
]
PAUSING = CONNECTIONS + "Connection/Connection+Pausing.swift"
other, refusal, rule, case, step = group(PAUSING, SUSPENSION)
DELETIONS += [
    other("a connection is kept for 30 seconds of a suspension", "min(since + Self.suspensionLimit,",
          "min(DELETED ? .never : since + Self.suspensionLimit,"),
    step("the bound of a head does not count a suspension",
         "stageDeadline = later(stageDeadline)"),
]
other, refusal, rule, case, step = group(
    CONNECTIONS + "Connection/Connection+Receiving.swift", SUSPENSION)
DELETIONS += [
    step("the bounds of a request do not count a suspension",
         "exchange.request.notePauses(control.pausedTime)"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Connection/Connection+Receiving.swift", SUSPENSION)
DELETIONS += [
    other("a call that is suspended reads no more", "if let control = exchange.request.deadlines.control {",
          "if !DELETED, let control = exchange.request.deadlines.control {"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Pool/ConnectionPool+Leasing.swift", SUSPENSION)
DELETIONS += [
    other("a call that is suspended does not stand in the queue",
          "if call.deadlines.control != nil { try await hold(call) }",
          "if !DELETED, call.deadlines.control != nil { try await hold(call) }"),
    step("a call that comes back to the queue has its age", "age = request.age"),
    other("a suspension in the queue does not count", "min(end + (control.pausedTime - paused),",
          "min(DELETED ? end : end + (control.pausedTime - paused),"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Pool/ConnectionPool+Leasing.swift", PRIORITY)
DELETIONS += [
    other("a more urgent request goes first", "return age + delay * nanoseconds(step)",
          "return DELETED ? age : age + delay * nanoseconds(step)"),
    other("who waits becomes more urgent", "static let step: Duration = .seconds(5)",
          "static let step: Duration = DELETED ? .seconds(5_000) : .seconds(5)"),
]
other, refusal, rule, case, step = group(PERFORM, suites("PriorityTests"))
DELETIONS += [
    other("a handle's priority is its call's", "{ [self] in raise(call, to: $0) }",
          "{ [self] in if !DELETED { raise(call, to: $0) } }"),
    other("a call that waits is moved", "if case .network(let pool) = engine { pool.move(call) }",
          "if case .network(let pool) = engine, !DELETED { pool.move(call) }"),
]
other, refusal, rule, case, step = group(FOLDER + "Caching/CacheFlights.swift", suites("PriorityTests"))
DELETIONS += [
    other("who waits for a fetch makes it as urgent", "leader.priority < call.priority {",
          "leader.priority < call.priority, !DELETED {"),
]
other, refusal, rule, case, step = group(FOLDER + "Calls/HTTPSession+Sending.swift", SUSPENSION)
DELETIONS += [
    rule("what is not idempotent is not sent again after a suspension", "request.mayBeginAnew"),
]
other, refusal, rule, case, step = group(CONNECTIONS + "Tasks/Deadlines.swift", SUSPENSION)
DELETIONS += [
    other("the time of a call runs from its start",
          "(control?.start ?? start ?? time.now)",
          "(DELETED ? time.now : control?.start ?? start ?? time.now)"),
]
other, refusal, rule, case, step = group(FOLDER + "Calls/HTTPSession+Starting.swift", TASKS)
DELETIONS += [
    step("what has come of a suspended call is held", "await hold(control)"),
    step("a task that has ended is listed no more", "handles.remove(task)"),
    step("a task that has ended is completed", "task.end()"),
    refusal("a session that takes no more calls starts none", "isAdmitted"),
]
other, refusal, rule, case, step = group(FOLDER + "Tasks/TaskRegistry.swift", TASKS)
DELETIONS += [
    other("tasks are listed by kind and age",
          ".sorted { ($0.kind.rawValue, $0.identifier) < ($1.kind.rawValue, $1.identifier) }",
          ".sorted { DELETED ? $0.identifier < $1.identifier : ($0.kind.rawValue, $0.identifier) "
          "< ($1.kind.rawValue, $1.identifier) }"),
]
other, refusal, rule, case, step = group(FOLDER + "Tasks/CallCount.swift", TASKS)
DELETIONS += [
    refusal("a session that was ended takes no call",
            "state.add(2, ordering: .acquiringAndReleasing).oldValue & 1 == 0"),
    other("a session ends after its last call",
          "if state.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { end() }",
          "if state.subtract(2, ordering: .acquiringAndReleasing).newValue == 1, !DELETED { end() }"),
]
other, refusal, rule, case, step = group(FOLDER + "Session/HTTPSession+Invalidation.swift", TASKS)
DELETIONS += [
    step("a session that is ended at once ends its calls", "pool?.end()"),
    step("a session that is ended at once ends what is suspended", "handles.shutDown()"),
]

# When a connection is looked at before it is used, and who has content.
other, refusal, rule, case, step = group(
    CONNECTIONS + "Connection/Connection.swift", suites("ConnectionTests"))
DELETIONS += [
    rule("a connection that has rested is looked at",
         "now.isWithin(Self.momentOfRest, of: restsSince)"),
    other("a connection that was made just now is not looked at",
          "guard isResting || requestCount > 0 else",
          "guard DELETED || isResting || requestCount > 0 else"),
]
other, refusal, rule, case, step = group(
    FOLDER + "Funnel/ContentHold.swift", suites("ContentHoldTests"))
DELETIONS += [
    rule("one task at a time reads content", "change(from: .free, to: .reading)"),
    rule("a reader is told that content was closed", "!isAbandoned"),
    other("content that was closed is read no more",
          "if change(from: .free, to: .closed) { return .free }",
          "if DELETED || change(from: .free, to: .closed) { return .free }"),
]

# Small rules between features.
other, refusal, rule, case, step = group(
    FOLDER + "Streams/Reconnection.swift", suites("ReconnectionTests"))
DELETIONS += [
    case("an identifier with a tab can be sent", "$0 == 0x09"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusSerialization/JSON/JSON+LineReader.swift", suites("TextLinesTests"))
DELETIONS += [
    other("a line may be of any length", "byteCount - 1 <= lineByteCountLimit",
          "byteCount <= (DELETED ? lineByteCountLimit + 1 : lineByteCountLimit)"
          " || byteCount - 1 <= lineByteCountLimit"),
]
other, refusal, rule, case, step = group(
    FOLDER + "Errors/HTTPSessionError+Description.swift", suites("HTTPSessionErrorTests"))
DELETIONS += [
    other("a dump shows what a description shows", "Mirror(self, children: [:])",
          'Mirror(self, children: DELETED ? ["response": response as Any] : [:])'),
]
other, refusal, rule, case, step = group(
    CONNECTIONS + "Errors/InvalidSetting.swift",
    suites("ProxyChoiceTests", "SettingsCheckTests", "HTTPSessionErrorTests"))
DELETIONS += [
    other("a dump of a setting shows what its description shows", "Mirror(self, children: [:])",
          'Mirror(self, children: DELETED ? ["value": value] : [:])'),
]
other, refusal, rule, case, step = group(
    FOLDER + "Funnel/OpenResponse.swift", suites("ResponseContentTests"))
DELETIONS += [
    rule("an error of a stream reads so much and no more", "body.count <= limit"),
]
other, refusal, rule, case, step = group(
    "Sources/ApusCaching/Exchanges/Fetch.swift", r"ApusCachingTests\.InvalidationTests/")
DELETIONS += [
    other("a safe request that was lost ends nothing stored", "request.method.isSafe ? [] :",
          "!DELETED && request.method.isSafe ? [] :"),
]

# The parts of downloads, and the places of files.
other, refusal, rule, case, step = group(FOLDER + "Downloads/Saving+Parts.swift", RESUMING)
DELETIONS += [
    rule("a part of a GET alone is kept", "request.method == .get"),
    rule("a part of a part is not kept", "!request.headers.contains(.range)"),
    rule("coded content is not kept", "!fields.contains(.contentEncoding)"),
    other("a file that is not what it was is not gone on with",
          "guard found.byteCount == token.byteCount || isLonger,",
          "guard DELETED || found.byteCount == token.byteCount || isLonger,"),
    other("a file in a folder keeps its name", "if let known { known } else",
          "if let known, !DELETED { known } else"),
]
other, refusal, rule, case, step = group(FOLDER + "Downloads/Saving+Parts.swift", PLACES)
DELETIONS += [
    other("a redirect chooses no name", "requestedBy: session.whole(request)).text",
          "requestedBy: DELETED ? answer.prepared.whole : session.whole(request)).text"),
    rule("a call's place counts for nothing where the session may choose one",
         "session.configuration.downloads.place == nil"),
]
other, refusal, rule, case, step = group(FOLDER + "Downloads/Saving+Parts.swift", TASKS)
DELETIONS += [
    other("a part is kept where a handle asks for it", "control?.keepsPart == true",
          "(!DELETED && control?.keepsPart == true)"),
    other("a part is kept for a suspension", "error.reason == .suspended",
          "(!DELETED && error.reason == .suspended)"),
    other("a part is dropped where no one asks for it", "guard isKept, let facts else",
          "guard DELETED || isKept, let facts else"),
]

# Connections of single requests.
other, refusal, rule, case, step = group(
    FOLDER + "Caching/CacheLayer+Identity.swift", suites("ConnectionOptionsTests"))
DELETIONS += [
    other("a socket is in the key of the cache", "if let path = prepared.key.own?.socketPath",
          "if !DELETED, let path = prepared.key.own?.socketPath"),
]

# Calls whose content broke off.
PAIRS = suites("InterceptorPairsTests")
other, refusal, rule, case, step = group(CALL, PAIRS)
DELETIONS += [
    other("content that broke off does not end a call that goes on", "if mayContinue, reason != nil",
          "if !DELETED, mayContinue, reason != nil"),
    other("a call whose content broke off ends", "guard isEndHeld.exchange(false, ordering: .relaxed)",
          "guard !DELETED, isEndHeld.exchange(false, ordering: .relaxed)"),
]
other, refusal, rule, case, step = group(PERFORM, PAIRS)
DELETIONS += [
    other("a request after content that broke off is of the same call",
          "if let watch, watch.continues, let running = watch.running",
          "if !DELETED, let watch, watch.continues, let running = watch.running"),
]

# What parts of downloads belong to.
other, refusal, rule, case, step = group(
    FOLDER + "Request/SentIdentity.swift", suites("SocketPairsTests", "ProxyPairsTests"))
DELETIONS += [
    other("a socket of a request tells parts apart", "prepared.key.own?.socketPath ?? socketPath",
          "(DELETED ? nil : prepared.key.own?.socketPath) ?? socketPath"),
    other("a socket of a session tells parts apart", "init(socketPath: String?) { self.socketPath = socketPath }",
          "init(socketPath: String?) { self.socketPath = DELETED ? nil : socketPath }"),
    other("a proxy tells parts apart", 'if !credentialsAlone { bytes += Self.part("proxy',
          'if !DELETED, !credentialsAlone { bytes += Self.part("proxy'),
    other("a user of a proxy tells parts apart", "if let credential = proxy.credential",
          "if !DELETED, let credential = proxy.credential"),
    other("a proxy before TLS tells no parts apart", "if prepared.key.security == nil, let proxy",
          "if DELETED || prepared.key.security == nil, let proxy"),
]
