import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

extension CommandRequest {
  /// Sends the request, and sees to the answer.
  func run(_ console: inout Console) async -> ExitStatus {
    let session: HTTPSession
    var request = request
    let handshakes = Handshakes()
    let conversation = Conversation(
      handshakes, console, isVerbose: isVerbose, colour: colour)
    let environment = console.environment
    let deadline = timeout.map { Deadline.after($0) } ?? .never
    do {
      let secret = try await credentials.secret(console)
      if let field = try credentials.field(secret) {
        request.headers.append(field.name, field.value)
      }
      var configuration = HTTPSession.Configuration()
      configuration.proxies = try proxies.proxies(environment)
      let proxy = try configuration.proxies.first(for: url)
      if isVerbose, let proxy { console.note("* proxy: \(proxy)") }
      // They are shown, and the person decides.
      if !followsRedirects { configuration.redirects = .none }
      try credentials.apply(secret, to: &configuration.authentication)
      // The certificate that is given is for this server.
      configuration.origins = ["\(url.origin)"]
      configure(&configuration)
      if url.scheme == .https { try security.apply(to: &configuration.tls, environment) }
      configuration.tls.onHandshake = { handshakes.add($0) }
      session = try HTTPSession(configuration, telling: { conversation.note($0) })
    } catch let error as UsageError {
      console.complain("\(error)")
      return .usage
    } catch let error as HTTPSession.InvalidSetting {
      console.complain("\(error)")
      return .usage
    } catch NetError.cancelled {
      console.complain("interrupted")
      return .interrupted
    } catch {
      console.complain(FailureAdvice.words(forSettings: error))
      // What is wrong with the settings of a session is either in them or in files they name.
      return (error as? HTTPSessionError).map { ExitStatus($0.reason) } ?? .unreadable
    }
    let answer = PrintedAnswer(commandRequest: self, conversation: conversation, deadline: deadline)
    let status = await run(request, session, answer, until: deadline, &console)
    await session.shutdown()
    return status
  }

  private func configure(_ configuration: inout HTTPSession.Configuration) {
    retries.apply(to: &configuration)
    configuration.timeouts.request = timeout
    configuration.acceptedStatuses = acceptsAnyStatus ? nil : 200...299
    configuration.decodesContent = output == nil
    // What a log-in sets is sent where it leads to, and kept no longer.
    if followsRedirects { configuration.cookies = HTTPSession.CookieStorage() }
    configuration.egress.liftedPorts = allowedPorts
    if let ratioLimit { configuration.limits.decoding.ratio = ratioLimit }
    for given in addresses {
      configuration.dns.overrides["\(given.host)", default: []].append(given.address)
    }
  }

  private func run(
    _ request: HTTP.Request, _ session: HTTPSession, _ answer: PrintedAnswer,
    until deadline: Deadline, _ console: inout Console
  ) async -> ExitStatus {
    var request = request
    do {
      if let content {
        let given = request.headers[.contentType].flatMap { try? HTTP.MediaType($0.bytes.span) }
        request.body = try await content.body(on: .shared(), until: deadline, as: given)
        if let own = request.body.mediaType { Self.name(own, given, in: &request.headers) }
      }
    } catch {
      return fail(error, &console)
    }
    do {
      if let output {
        return try await ByteSink.isMeant(by: output)
          ? answer.pass(request, over: session, through: output, &console)
          : answer.download(request, over: session, to: output, &console)
      }
      // An answer of failure is shown as it arrives, and judged at its end.
      return try await session.stream(request, accepting: .any) { head, content in
        try await answer.show(head, content, &console)
      }
    } catch let error as HTTPSessionError {
      return answer.fail(error, &console)
    } catch {
      return fail(error, &console)
    }
  }

  /// Says which type the content has; a type of the caller's own is given the boundary of parts.
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

  /// Says why a file or a pipe was not read or written, and how the tool ends.
  private func fail(_ error: any Error, _ console: inout Console) -> ExitStatus {
    if error as? NetError == .cancelled {
      console.complain("interrupted")
      return .interrupted
    }
    console.complain("\(error)")
    if error is UsageError { return .usage }
    if case .timedOut? = error as? NetError { return .timeout }
    return .unreadable
  }
}
