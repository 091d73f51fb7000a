import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// The settings and secrets of a request that are known only when the request is sent.
struct PreparedSending {
  var request: HTTP.Request
  var configuration = HTTPSession.Configuration()
  /// The storage of the request's cookies, or `nil` if the command handles no cookies.
  var storage: HTTPSession.CookieStorage?
  /// The content of the named session before the request, or `nil` without a named session.
  var stored: NamedSession.Content?
  /// The credentials of the command line or of the named session.
  var credentials: ClientCredentials
  var secret: Password?
}

extension CommandRequest {
  /// Sends the request and handles the response.
  func run(_ console: inout Console) async -> ExitStatus {
    if isDryRun || isCurl { return await preview(&console) }
    let handshakes = Handshakes()
    let timelines = TimelineLog()
    if isSilent { console.isSilent = true }
    let conversation = Conversation(
      handshakes, console, isVerbose: isVerbose, colour: colour)
    let deadline = timeout.map { Deadline.after($0) } ?? .never
    let session: HTTPSession
    let prepared: PreparedSending
    let rate: ByteRateLimit?
    do {
      var sending = try await prepare(console)
      sending.configuration.tls.onHandshake = { handshakes.add($0) }
      if showsTiming || isReported { sending.configuration.monitors.append(timelines) }
      session = try HTTPSession(sending.configuration, telling: { conversation.note($0) })
      rate = try connections.rate.map { rate throws(NetError) in
        ByteRateLimit(byteCountPerSecond: rate.byteCount, until: deadline, on: try .shared())
      }
      prepared = sending
    } catch {
      return failToPrepare(error, console)
    }
    var status = ExitStatus.success
    for url in [url] + others {
      var one = self
      var request = prepared.request
      if url != self.url {
        one.url = url
        request.target = .url(url)
        one.request.target = request.target
      }
      let answer = PrintedAnswer(
        commandRequest: one, credentials: prepared.credentials, conversation: conversation,
        deadline: deadline, rate: rate)
      let next = await one.run(request, session, answer, until: deadline, &console)
      if status == .success { status = next }
      if next == .interrupted { break }
    }
    if let head = conversation.received {
      status = await store(prepared, head, status, console)
    }
    await session.shutdown()
    if showsTiming {
      for timeline in timelines.timelines {
        for line in Waterfall(timeline: timeline).lines(columnCount: console.columnCount) {
          console.note(line)
        }
      }
    }
    if isReported {
      let report = RequestReport(
        request: prepared.request, response: conversation.received,
        timelines: timelines.timelines, handshake: handshakes.last, status: status)
      console.note(report.text)
    }
    return status
  }

  /// Reads the files and the secrets of the request, and configures the session.
  private func prepare(_ console: Console) async throws -> PreparedSending {
    let environment = console.environment
    var sending = PreparedSending(request: request, credentials: credentials)
    if let namedSession {
      let stored = try namedSession.read(environment)
      for field in stored.fields(without: givenHeaders) {
        sending.request.headers[field.name] = field.value
      }
      if !credentials.isGiven, !givenHeaders.contains(.authorization),
        let own = stored.credentials
      {
        sending.credentials = ClientCredentials(own, for: url)
      }
      sending.stored = stored
    }
    if !sending.credentials.isGiven, !givenHeaders.contains(.authorization),
      let own = try netrc.credentials(for: url, environment)
    {
      sending.credentials = ClientCredentials(own, for: url)
    }
    let secret = try await sending.credentials.secret(console)
    sending.secret = secret
    if let field = try sending.credentials.field(secret) {
      sending.request.headers.append(field.name, field.value)
    }
    sending.configuration.proxies = try proxies.proxies(environment)
    let proxy = try sending.configuration.proxies.first(for: url)
    if isVerbose, let proxy { console.note("* proxy: \(proxy)") }
    // Without the option `--follow`, the tool shows a redirect, and the user decides about the next
    // request.
    if !followsRedirects { sending.configuration.redirects = .none }
    try sending.credentials.apply(secret, to: &sending.configuration.authentication)
    // The client certificate of the command line is only for the server of this URL.
    sending.configuration.origins = ["\(url.origin)"]
    configure(&sending.configuration)
    try await connections.apply(to: &sending.configuration)
    // A cookie from the response to a log-in request is sent to the redirect target.
    if followsRedirects || cookies.isGiven || namedSession != nil {
      let storage = HTTPSession.CookieStorage()
      if let stored = sending.stored {
        let now = HTTP.Date(secondsSinceEpoch: console.now.secondsSinceEpoch)
        storage.withJar { _ = $0.restore(stored.cookies, at: now) }
      }
      try cookies.read(into: storage, console)
      sending.storage = storage
      sending.configuration.cookies = storage
    }
    if url.scheme == .https { try security.apply(to: &sending.configuration.tls, environment) }
    return sending
  }

  /// Prints the error of the preparation, and returns the exit status.
  private func failToPrepare(_ error: any Error, _ console: Console) -> ExitStatus {
    switch error {
    case is UsageError, is HTTPSession.InvalidSetting:
      console.complain("\(error)")
      return .usage
    case NetError.cancelled:
      console.complain("interrupted")
      return .interrupted
    default:
      console.complain(FailureAdvice.words(forSettings: error))
      // An error without an HTTP session error code concerns the settings themselves or their
      // files.
      return (error as? HTTPSessionError).map { ExitStatus($0.reason) } ?? .unreadable
    }
  }

  private func configure(_ configuration: inout HTTPSession.Configuration) {
    retries.apply(to: &configuration)
    configuration.timeouts.total = timeout
    configuration.acceptedStatuses = acceptsAnyStatus ? .any : .success
    configuration.decodesContent = output == nil
    configuration.egress.liftedPorts = allowedPorts
    if let ratioLimit { configuration.limits.decoding.ratio = ratioLimit }
    for given in addresses {
      configuration.dns.overrides["\(given.host)", default: []].append(given.address)
    }
  }

  /// Stores the cookies and the named session after a response.
  private func store(
    _ sending: PreparedSending, _ head: HTTP.ResponseHead, _ status: ExitStatus, _ console: Console
  ) async -> ExitStatus {
    do {
      if let storage = sending.storage { try await cookies.write(storage, console) }
      if let namedSession, var content = sending.stored {
        content.store(givenHeaders)
        if let storage = sending.storage {
          content.cookies.cookies = storage.cookies
        }
        // Rejected credentials do not replace the stored credentials.
        if head.status.code != 401, let own = sending.credentials.stored(sending.secret) {
          content.credentials = own
        }
        try await namedSession.write(content, console.environment)
      }
      return status
    } catch {
      console.complain("\(error)")
      return status == .success ? .unreadable : status
    }
  }

  private func run(
    _ request: HTTP.Request, _ session: HTTPSession, _ answer: PrintedAnswer,
    until deadline: Deadline, _ console: inout Console
  ) async -> ExitStatus {
    var request = request
    do {
      try await addContent(to: &request, until: deadline)
    } catch {
      return fail(error, &console)
    }
    do {
      if let output {
        return try await ByteSink.isMeant(by: output)
          ? answer.pass(request, over: session, through: output, &console)
          : answer.download(request, over: session, to: output, &console)
      }
      // The tool prints the content of an error response as it is received, and reports the error
      // at the end.
      return try await session.stream(request, accepting: .any) { head, content in
        try await answer.show(head, content, &console)
      }
    } catch let error as HTTPSessionError {
      return answer.fail(error, &console)
    } catch {
      return fail(error, &console)
    }
  }

  private func addContent(to request: inout HTTP.Request, until deadline: Deadline) async throws {
    guard let content else { return }
    let given = request.headers[.contentType].flatMap { try? HTTP.MediaType($0.bytes.span) }
    request.body = try await content.body(on: .shared(), until: deadline, as: given)
    if let rate = connections.rate { request.body.throttle = rate.throttle }
    if let own = request.body.mediaType { Self.name(own, given, in: &request.headers) }
  }

  /// Adds the media type of the content to the request. A media type from the command line gets the
  /// boundary of the multipart form.
  private static func name(
    _ own: HTTP.MediaType, _ given: HTTP.MediaType?, in headers: inout HTTP.Fields
  ) {
    var type = own
    if headers.contains(.contentType) {
      guard let given, let boundary = own.parameters["boundary"],
        given.parameters["boundary"] == nil
      else { return }
      type = given
      do { try type.parameters.append(boundary) } catch { return }
    }
    var writer = ByteWriter(capacity: 64)
    type.write(to: &writer)
    headers[.contentType] = HTTP.FieldValue(bytes: writer.bytes)
  }

  /// Prints the error of reading or writing a file or pipe, and returns the exit status.
  private func fail(_ error: any Error, _ console: inout Console) -> ExitStatus {
    if error is CancellationError || error as? NetError == .cancelled {
      console.complain("interrupted")
      return .interrupted
    }
    console.complain("\(error)")
    if error is UsageError { return .usage }
    if case .timedOut? = error as? NetError { return .timeout }
    return .unreadable
  }
}

extension CommandRequest {
  /// Prints the request instead of sending it. The function does not read passwords and tokens.
  private func preview(_ console: inout Console) async -> ExitStatus {
    var request = request
    do {
      try await addContent(to: &request, until: timeout.map { .after($0) } ?? .never)
      if let namedSession {
        let stored = try namedSession.read(console.environment)
        for field in stored.fields(without: givenHeaders) {
          request.headers[field.name] = field.value
        }
      }
    } catch {
      return fail(error, &console)
    }
    for url in [url] + others {
      let preview = RequestPreview(
        request: request, url: url, scheme: credentials.schemeSentAtOnce)
      console.print(isCurl ? preview.curlCommand(content, settings: curlWords) : preview.message)
    }
    return .success
  }

  /// The options of curl for the settings that are not part of the request.
  private var curlWords: [String] {
    var words =
      credentials.curlWords + security.curlWords + proxies.curlWords + cookies.curlWords
      + connections.curlWords
    if followsRedirects { words.append("--location") }
    if includesHead, request.method != .head { words.append("--include") }
    if let output { words += ["--output", "\(output)"] }
    if output == nil, !request.headers.contains(.acceptEncoding) { words.append("--compressed") }
    if let timeout { words += ["--max-time", TimeLimit.seconds(timeout)] }
    for given in addresses {
      words += ["--resolve", "\(given.host):\(given.port):\(given.address)"]
    }
    if retries.count > 0 { words += ["--retry", "\(retries.count)"] }
    if retries.continues { words += ["--continue-at", "-"] }
    return words
  }
}
