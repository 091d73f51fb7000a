internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The state of one download: its file, its next request, and the interpretation of its responses.
///
/// Until the file is complete, it has no name, or a hidden name if a later call may find the
/// partial file. If a download that can be resumed fails, the partial file is kept and the error
/// contains the resume token. The partial file of any other failed download is removed.
final class Saving {
  let session: HTTPSession
  let request: HTTP.Request
  /// The path of the destination file or folder, which a closure may choose from the response head.
  var path: FilePath
  let destination: ((HTTP.ResponseHead) throws -> String?)?
  let options: HTTPSession.DownloadOptions
  private let digest: [UInt8]?
  let files: FileAccess
  let deadlines: Deadlines
  /// The control of the task handle, or `nil` if the download has no task handle.
  let control: CallControl?
  /// The limit for the speed of the download, or `nil` for an unlimited speed.
  var rate: ByteRateLimit?
  /// The start time of the download.
  ///
  /// A second request for the whole content must finish within the time limit of the first request.
  private let start: Deadline

  /// The file to which the download writes, with the facts that are needed to resume the download.
  var file: PartialFile?
  var facts: HTTPSession.ResumeToken.Facts?
  /// The resume token of the partial file that an earlier download has left.
  var left: HTTPSession.ResumeToken?
  /// The note of a partial file that was found without a token.
  var note: PartNote?
  /// The identity (credentials and fields) of the requests that this download has sent.
  private(set) var identity: SentIdentity

  init(
    _ request: HTTP.Request, to path: FilePath, _ options: HTTPSession.DownloadOptions,
    digest: [UInt8]?, _ session: HTTPSession, _ control: CallControl? = nil,
    _ destination: ((HTTP.ResponseHead) throws -> String?)? = nil
  ) throws(HTTPSessionError) {
    self.session = session
    self.destination = destination
    self.request = request
    self.path = path
    self.options = options
    self.digest = digest
    self.control = control
    identity = SentIdentity(socketPath: session.configuration.sockets.path)
    start = session.environment.time.now
    // The call's timeout limits the whole transfer, and the idle timeout limits each file
    // operation.
    var timeouts = session.configuration.timeouts
    timeouts.total = nil
    deadlines = Deadlines(timeouts, session.environment.time)
    do throws(NetError) { files = FileAccess(on: try session.loopOfFiles()) } catch {
      throw HTTPSessionError(deadlines.fileReason(error), request: session.whole(request))
    }
  }

  /// Downloads the content, and resumes the partial file of a token if the partial file still
  /// exists.
  func run(
    _ token: HTTPSession.ResumeToken?, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTPSession.Download {
    guard let download = try await runIfPlaced(token, progress) else {
      throw HTTPSessionError(.unexpectedPartialContent, request: session.whole(request))
    }
    return download
  }

  /// Downloads the content, or returns `nil` if the program's closure chooses no file for the
  /// response.
  func runIfPlaced(
    _ token: HTTPSession.ResumeToken?, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTPSession.Download? {
    if let token {
      try await find(token)
    } else if isPlacedByCall {
      try await checkDestination()
      try await findLeft()
    }
    do throws(HTTPSessionError) {
      return try await attempt(progress)
    } catch {
      throw await kept(error)
    }
  }

  // MARK: Requests

  /// The request of the download, with a `Range` field if a partial file exists.
  private var asked: HTTP.Request {
    var asked = request
    // Ranges and digests refer to encoded content, so the request accepts no content coding unless
    // it names codings.
    if mayGoOn || options.contains(.verify), !request.headers.contains(.acceptEncoding) {
      asked.headers[.acceptEncoding] = "identity"
    }
    if options.contains(.verify) { asked.headers[.wantReprDigest] = "sha-256=10" }
    if let left {
      asked.headers[.range] = HTTP.FieldValue("bytes=\(left.byteCount)-")
      asked.headers[.ifRange] = HTTP.FieldValue(left.validator)
      asked.options.cachePolicy = HTTP.RequestOptions.CachePolicy.none
    }
    return asked
  }

  private func attempt(
    _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTPSession.Download? {
    identity = SentIdentity(socketPath: session.configuration.sockets.path)
    let watch = CallWatch(control: control, start: start, identity: identity)
    let answer = try await session.perform(asked, watch)
    answer.content.beSaved()
    identity.note(answer.prepared)
    let step = step(answer)
    if step == .begin {
      try await answer.expectAccepted(session.accepted(by: asked), session)
      guard try choosePlace(answer) else {
        answer.content.close()
        return nil
      }
    }
    let download: HTTPSession.Download?
    do throws(HTTPSessionError.Reason) {
      download =
        switch step {
        case .append(let total): try await append(answer, total, progress)
        case .begin: try await begin(answer, progress)
        case .compare: try await compare(answer, progress)
        case .restart: nil
        case .refuse: throw .unexpectedPartialContent
        }
    } catch {
      answer.content.close()
      answer.content.note(.notSaved(HTTPSessionError(error)))
      throw answer.failed(error, session)
    }
    if let download {
      answer.content.note(.saved(path: download.path))
      return download
    }
    answer.content.close()
    await drop()
    return try await attempt(progress)
  }

  /// Returns the next step for the partial file after a response, such as appending the content.
  ///
  /// A partial file that was found without a token is never completed for another user.
  private func step(_ answer: OpenResponse) -> ResumeRules.Step {
    guard let left else { return .begin }
    let step = ResumeRules(token: left).step(answer.head)
    guard let note, !note.isOf(identity) else { return step }
    switch step {
    case .append, .compare: return .restart
    case .begin, .restart, .refuse: return step
    }
  }

  /// Calls the program's destination closure, if any; returns `false` if the closure chooses no
  /// file.
  ///
  /// The session's own destination closure has priority over the destination closure of the call.
  private func choosePlace(_ answer: OpenResponse) throws(HTTPSessionError) -> Bool {
    do {
      if let own = try session.configuration.downloads.place?(
        session.whole(request), answer.head)
      {
        path = FilePath(own)
        return true
      }
      guard let destination else { return true }
      guard let chosen = try destination(answer.head) else { return false }
      path = FilePath(chosen)
      return true
    } catch {
      answer.content.close()
      throw HTTPSessionError(
        .hook, request: answer.prepared.whole, response: HTTP.Response(answer.head),
        underlying: error)
    }
  }
}

// MARK: The three ways to complete the file

extension Saving {
  /// Writes the whole content from the start of the file.
  private func begin(
    _ answer: OpenResponse, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> HTTPSession.Download {
    try ReceivedRange.check(answer.head, of: answer.prepared.fields)
    // The file name of another user's response must not be used for this response.
    let known = note?.isOf(identity) ?? true ? left?.name : nil
    await drop()
    var hash = ContentHash(of: digest, asksServer: options.contains(.verify))
    try hash?.take(answer.head.fields)
    let total = answer.content.byteCount
    let (path, name) = try await place(answer, known)
    do throws(NetError) {
      if options.contains(.createFolders) {
        try await files.makeFolders(
          to: path, permissions: options.contains(.shared) ? 0o777 : 0o700,
          until: deadlines.deadline(.idle))
      }
      facts = try newFacts(answer, total, name)
      let isFound = isFoundLater
      let note =
        isFound
        ? try facts.map { (facts) throws(NetError) in
          try PartNote(facts, identity).bytes
        } : nil
      file = try await files.createPartial(
        for: path, replacing: options.contains(.overwrite), token: facts?.partial,
        isNamed: isFound, note: note ?? [], permissions: permissions,
        until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileReason(error)
    }
    return try await write(answer, from: 0, total, hash, progress)
  }

  /// Appends the rest of the content to the partial file.
  private func append(
    _ answer: OpenResponse, _ total: Int, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> HTTPSession.Download {
    let start = left?.byteCount ?? 0
    var hash = ContentHash(of: digest, asksServer: options.contains(.verify))
    try hash?.take(answer.head.fields)
    try await rehash(&hash)
    answer.content.note(.continued(from: start, total: total))
    progress(TransferProgress(completed: start, total: total))
    return try await write(answer, from: start, total, hash, progress)
  }

  /// Accepts the partial file as complete if it has the caller's digest; otherwise, returns `nil`.
  private func compare(
    _ answer: OpenResponse, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> HTTPSession.Download? {
    var hash = ContentHash(of: digest, asksServer: false)
    guard hash != nil, let left else { return nil }
    try await rehash(&hash)
    do throws(HTTPSessionError.Reason) { try hash?.check() } catch { return nil }
    answer.content.close()
    progress(TransferProgress(completed: left.byteCount, total: left.byteCount))
    return try await commit(answer, left.byteCount, from: left.byteCount)
  }

  /// Adds the bytes of the partial file to the SHA-256 hash.
  private func rehash(_ hash: inout ContentHash?) async throws(HTTPSessionError.Reason) {
    guard hash != nil, let file, let left else { return }
    var offset = 0
    while offset < left.byteCount {
      do throws(NetError) {
        let piece = try await file.read(
          at: Int64(offset), atMost: min(Self.writtenAtOnce, left.byteCount - offset),
          until: deadlines.deadline(.idle))
        guard !piece.isEmpty else { throw .fileEndedEarly(at: Int64(offset)) }
        hash?.update(piece)
        offset += piece.count
      } catch {
        throw deadlines.fileReason(error)
      }
    }
  }
}
