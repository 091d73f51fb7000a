import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession

/// What becomes of an answer: shown as it arrives, or written to a file.
struct PrintedAnswer {
  let commandRequest: CommandRequest
  /// The credentials of the request, which may come from a session.
  let credentials: ClientCredentials
  let conversation: Conversation
  /// When all of it must be over, what standard output takes among it.
  let deadline: Deadline

  /// Shows an answer as it arrives; JSON that is laid out is held until it is whole.
  nonisolated(nonsending) func show(
    _ head: HTTP.ResponseHead, _ content: HTTPSession.ResponseContent, _ console: inout Console
  ) async throws -> ExitStatus {
    try include(head, &console)
    if let selection = commandRequest.selection, head.status.isSuccess {
      return try await select(selection, content, &console)
    }
    do {
      guard try await pass(head, content, &console) else {
        console.complain("the content is no text: type --output FILE, or send it into a program")
        return .failure
      }
    } catch NetError.timedOut {
      console.complain("standard output took nothing more in the time of --timeout")
      return .timeout
    }
    try console.finishWriting()
    return judge(head, &console)
  }

  /// Prints one value of JSON.
  private nonisolated(nonsending) func select(
    _ selection: JSONSelection, _ content: HTTPSession.ResponseContent, _ console: inout Console
  ) async throws -> ExitStatus {
    var bytes: [UInt8] = []
    for try await piece in content {
      bytes += piece
      guard bytes.count <= JSONSelection.byteLimit else {
        console.complain("the content is too long for --select")
        return .failure
      }
    }
    do {
      guard let value = try selection.value(in: bytes) else {
        console.complain("the JSON of the response has no such value")
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
      console.complain("the content is not JSON: \(error)")
      return .failure
    }
  }

  /// Passes content on piece by piece; false where it is no text and a terminal would be shown it.
  private nonisolated(nonsending) func pass(
    _ head: HTTP.ResponseHead, _ content: HTTPSession.ResponseContent, _ console: inout Console
  ) async throws -> Bool {
    var isFirst = true
    var json = laysOut(head, console) ? PrettyJSON(isColoured: paints(console)) : nil
    for try await piece in content {
      // Binary content is not readable, and takes long to scroll by.
      if isFirst, console.isTerminal, piece.contains(0) { return false }
      isFirst = false
      if let left = json?.add(piece) {
        // It is too long to be laid out.
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

  /// Whether the content is JSON that is to be laid out.
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

  /// Writes the content of an answer to a file.
  nonisolated(nonsending) func download(
    _ request: HTTP.Request, over session: HTTPSession, to path: FilePath, _ console: inout Console
  ) async throws -> ExitStatus {
    Interruption.begin()
    let download = FileDownload(
      session: session, request: request, url: commandRequest.url, path: path,
      retries: commandRequest.retries, deadline: deadline)
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

  /// Passes the content of an answer through a device or a pipe, which is opened before anything is
  /// sent. An answer of failure is shown, as where a file would be made of it.
  nonisolated(nonsending) func pass(
    _ request: HTTP.Request, over session: HTTPSession, through path: FilePath,
    _ console: inout Console
  ) async throws -> ExitStatus {
    // A thread of its own: a reader may take nothing for ever.
    let access = FileAccess(pool: BlockingPool(threadLimit: 1), on: try .shared())
    do {
      let sink = try await ByteSink(path, access: access, until: deadline)
      return try await pass(request, over: session, through: sink, &console)
    } catch NetError.timedOut {
      console.complain("\(Console.shown(path)) took nothing more in the time of --timeout")
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
      for try await piece in content {
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

  /// Shows the head as it was received, where that is asked for.
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

  /// How the tool ends after an answer of that status.
  private func judge(_ head: HTTP.ResponseHead, _ console: inout Console) -> ExitStatus {
    guard !head.status.isSuccess, !commandRequest.acceptsAnyStatus else { return .success }
    let error = HTTPSessionError(.status(head.status.code), request: commandRequest.request)
    console.complain(FailureAdvice.words(for: error))
    advise(on: head, &console)
    return .status
  }

  /// Says what may be done about an answer that is no success.
  private func advise(on head: HTTP.ResponseHead, _ console: inout Console) {
    if head.status.code == 401, credentials.isGiven {
      if conversation.hasSentCredentials {
        console.complain("the server did not accept \(credentials.words)")
      } else if credentials.isWithheld {
        console.complain("over http the password is shown to no other machine but for Digest")
      } else {
        console.complain("the server asks for nothing that \(credentials.words) could answer")
      }
    }
    guard head.status.code != 304, head.status.isRedirection, !commandRequest.followsRedirects,
      let location = head.fields[.location]
    else { return }
    let target = Redaction.queries(in: ForeignText.escaped(location.bytes, limit: 2048))
    console.complain("it redirects to \(target); --follow goes there")
  }

  /// Says why a request has failed, and how the tool ends.
  func fail(_ error: HTTPSessionError, _ console: inout Console) -> ExitStatus {
    console.errors.endProgress()
    let part = commandRequest.output.flatMap { FileDownload.advice(about: error, at: $0) }
    guard error.reason != .cancelled else {
      console.complain("interrupted")
      if let part { console.complain(part) }
      return .interrupted
    }
    // What had come is on standard output already, where the content is streamed.
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

  /// What a server says of a failure, as far as it is text and short.
  private func quote(_ body: [UInt8], _ console: inout Console) {
    guard !body.isEmpty, !body.contains(0) else { return }
    var text = TerminalText()
    let words = text.shown(Array(body.prefix(Self.quotedByteCount))) + text.finish().text
    console.note(words.utf8.last == 0x0a ? String(words.dropLast()) : words)
  }

  /// How much of what a server says of a failure is shown.
  private static let quotedByteCount = 1024
}
