import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession

/// The output of a response, which is printed while it is received or written to a file.
struct PrintedAnswer {
  let commandRequest: CommandRequest
  /// The credentials of the request, which may come from a named session.
  let credentials: ClientCredentials
  let conversation: Conversation
  /// The deadline for the whole request, including its output.
  let deadline: Deadline
  /// The limit for the speed of the response, or `nil` for an unlimited speed.
  let rate: ByteRateLimit?

  /// Prints a response while it is received. A JSON response is formatted after its last byte.
  nonisolated(nonsending) func show(
    _ head: HTTP.ResponseHead, _ content: HTTPSession.ResponseContent, _ console: inout Console
  ) async throws -> ExitStatus {
    try include(head, &console)
    if let selection = commandRequest.selection, head.status.isSuccess {
      return try await select(selection, content, &console)
    }
    do {
      guard try await pass(head, content, &console) else {
        console.complain(
          "the content of the response is not text: type --output FILE, or use a pipe")
        return .failure
      }
    } catch NetError.timedOut {
      console.complain("standard output accepted no more content within --timeout")
      return .timeout
    }
    try console.finishWriting()
    return judge(head, &console)
  }

  /// Prints the selected value of a JSON response.
  private nonisolated(nonsending) func select(
    _ selection: JSONSelection, _ content: HTTPSession.ResponseContent, _ console: inout Console
  ) async throws -> ExitStatus {
    var bytes: [UInt8] = []
    for try await piece in LimitedContent(content: content, rate: rate) {
      bytes += piece
      guard bytes.count <= JSONSelection.byteLimit else {
        console.complain("the content of the response is too long for --select")
        return .failure
      }
    }
    do {
      guard let value = try selection.value(in: bytes) else {
        console.complain("the JSON of the response has no value at the path of --select")
        return .failure
      }
      if let text = value.string {
        try console.write(Array(text.utf8) + [0x0a])
        try console.finishWriting()
      } else {
        var layout = PrettyJSON(isColoured: paints(console))
        _ = layout.add(try value.bytes())
        console.print(layout.text ?? "")
      }
      return .success
    } catch let error as JSON.ParsingError {
      console.complain("the content of the response is not valid JSON: \(error)")
      return .failure
    }
  }

  /// Writes the response content chunk by chunk. Returns `false` if the content is binary and the
  /// output is a terminal.
  private nonisolated(nonsending) func pass(
    _ head: HTTP.ResponseHead, _ content: HTTPSession.ResponseContent, _ console: inout Console
  ) async throws -> Bool {
    var isFirst = true
    var json = laysOut(head, console) ? PrettyJSON(isColoured: paints(console)) : nil
    for try await piece in LimitedContent(content: content, rate: rate) {
      // Binary content is not readable on a terminal and takes a long time to scroll by.
      if isFirst, console.isTerminal, piece.contains(0) { return false }
      isFirst = false
      if let left = json?.add(piece) {
        // The response content exceeds the limit for formatted JSON.
        json = nil
        try await console.write(left, until: deadline)
      } else if json == nil {
        try await console.write(piece, until: deadline)
      }
    }
    guard let json else { return true }
    if let text = json.text {
      console.print(text)
    } else {
      try await console.write(json.bytes, until: deadline)
    }
    return true
  }

  /// Returns whether the tool prints the response content as formatted JSON.
  private func laysOut(_ head: HTTP.ResponseHead, _ console: Console) -> Bool {
    guard commandRequest.colour != .never, commandRequest.colour == .always || console.isTerminal,
      let type = head.fields[.contentType].flatMap({ try? HTTP.MediaType($0.bytes.span) })
    else { return false }
    return PrettyJSON.isJSON(type)
  }

  private func paints(_ console: Console) -> Bool {
    switch commandRequest.colour {
    case .auto: console.showsColour
    case .always: true
    case .never: false
    }
  }

  /// Writes the response content to a regular file.
  nonisolated(nonsending) func download(
    _ request: HTTP.Request, over session: HTTPSession, to path: FilePath, _ console: inout Console
  ) async throws -> ExitStatus {
    Interruption.begin()
    let download = FileDownload(
      session: session, request: request, url: commandRequest.url, path: path,
      retries: commandRequest.retries, deadline: deadline, rate: rate)
    let isFolder = download.isFolder
    var line = TransferLine()
    do {
      let file = try await download.run(console) { done in
        show(&line, done.completed, of: done.total, console)
      }
      console.errors.endProgress()
      try? include(file.head, &console)
      if isFolder { console.note("\(Console.shown(file.path))") }
      return .success
    } catch {
      console.errors.endProgress()
      await Interruption.settle()
      throw error
    }
  }

  /// Writes the response content to a device or pipe, which the tool opens before it sends the
  /// request.
  ///
  /// The content of an error response is printed instead, in the same way as for a regular file.
  nonisolated(nonsending) func pass(
    _ request: HTTP.Request, over session: HTTPSession, through path: FilePath,
    _ console: inout Console
  ) async throws -> ExitStatus {
    // The output has a separate thread, because the reader of a pipe may block forever.
    let access = FileAccess(pool: BlockingPool(threadLimit: 1), on: try .shared())
    do {
      let sink = try await ByteSink(path, access: access, until: deadline)
      return try await pass(request, over: session, through: sink, &console)
    } catch NetError.timedOut {
      console.complain("\(Console.shown(path)) accepted no more content within --timeout")
      return .timeout
    }
  }

  private nonisolated(nonsending) func pass(
    _ request: HTTP.Request, over session: HTTPSession, through sink: ByteSink,
    _ console: inout Console
  ) async throws -> ExitStatus {
    try await session.stream(request) { head, content in
      var (line, completed) = (TransferLine(), 0)
      defer { console.errors.endProgress() }
      for try await piece in LimitedContent(content: content, rate: rate) {
        try await sink.write(piece, until: deadline)
        completed += piece.count
        show(&line, completed, of: content.byteCount, console)
      }
      try await sink.finish(until: deadline)
      console.errors.endProgress()
      try include(head, &console)
    }
    return .success
  }

  private func show(
    _ line: inout TransferLine, _ completed: Int, of total: Int?, _ console: Console
  ) {
    guard console.showsProgress, let text = line.text(completed, of: total) else { return }
    console.errors.showProgress(text, columnCount: console.columnCount)
  }

  /// Prints the response head in the received form if the option `--include` is present.
  private func include(
    _ head: HTTP.ResponseHead, _ console: inout Console
  ) throws(SystemError) {
    guard commandRequest.includesHead else { return }
    let bytes = Conversation.wire(of: conversation.received ?? head)
    if paints(console) {
      console.print(PaintedHead(paint: Paint(isColoured: true)).text(bytes) + "\n")
    } else {
      try console.write(bytes + [0x0a])
    }
    if commandRequest.output != nil { try console.finishWriting() }
  }

  /// Returns the exit status for the status code of a response.
  private func judge(_ head: HTTP.ResponseHead, _ console: inout Console) -> ExitStatus {
    guard !head.status.isSuccess, !commandRequest.acceptsAnyStatus else { return .success }
    let error = HTTPSessionError(.status(head.status.code), request: commandRequest.request)
    console.complain(FailureAdvice.words(for: error))
    advise(on: head, &console)
    return .status
  }

  /// Prints advice about an error status code.
  private func advise(on head: HTTP.ResponseHead, _ console: inout Console) {
    if head.status.code == 401, credentials.isGiven {
      if conversation.hasSentCredentials {
        console.complain("the server did not accept \(credentials.words)")
      } else if credentials.isWithheld {
        console.complain(
          "over http apus sends a password only to this machine, except with Digest "
            + "authentication: type https://")
      } else {
        console.complain(
          "the server sent no authentication challenge to which \(credentials.words) "
            + "could be sent")
      }
    }
    guard head.status.code != 304, head.status.isRedirection, !commandRequest.followsRedirects,
      let location = head.fields[.location]
    else { return }
    let target = Redaction.queries(in: ForeignText.escaped(location.bytes, limit: 2048))
    console.complain("the server redirects to \(target): type --follow to follow the redirect")
  }

  /// Prints the reason that a request failed, and returns the exit status.
  func fail(_ error: HTTPSessionError, _ console: inout Console) -> ExitStatus {
    console.errors.endProgress()
    let part = commandRequest.output.flatMap { FileDownload.advice(about: error, at: $0) }
    guard error.reason != .cancelled else {
      console.complain("interrupted")
      if let part { console.complain(part) }
      return .interrupted
    }
    // The content of a streamed response has already been written to standard output.
    if commandRequest.output != nil, let response = error.response {
      try? include(response.head, &console)
      if case .status = error.reason { quote(response.body, &console) }
    }
    conversation.tellHandshakes()
    if case .trust(let fault) = error.reason, commandRequest.isVerbose {
      console.note(fault.explanation)
    }
    console.complain(FailureAdvice.words(for: error))
    if let part { console.complain(part) }
    if let response = error.response { advise(on: response.head, &console) }
    return ExitStatus(error.reason)
  }

  /// Prints the body of an error response if the body is short text.
  private func quote(_ body: [UInt8], _ console: inout Console) {
    guard !body.isEmpty, !body.contains(0) else { return }
    var text = TerminalText()
    let words = text.shown(Array(body.prefix(Self.quotedByteCount))) + text.finish().text
    console.note(words.utf8.last == 0x0a ? String(words.dropLast()) : words)
  }

  /// The maximum number of bytes of an error response body that the tool prints.
  private static let quotedByteCount = 1024
}
