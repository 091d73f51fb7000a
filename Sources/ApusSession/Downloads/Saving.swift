internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// One download: what of its file is there, what is asked for next, and what becomes of it.
///
/// The file has a hidden name until it is whole. Where the download may go on later, a failure
/// leaves it there and the error has the token of it; otherwise nothing is left.
final class Saving {
  let session: HTTPSession
  private let request: HTTP.Request
  /// Where the file will be, or its folder; it may be chosen by the answer's head.
  private(set) var path: FilePath
  private let destination: ((HTTP.ResponseHead) throws -> String?)?
  let options: HTTPSession.DownloadOptions
  private let digest: [UInt8]?
  private let files: FileAccess
  let deadlines: Deadlines
  /// What the holder of a handle asks for, if there is one.
  private let control: CallControl?
  /// When the download began: a request for the whole in place of the rest has no more time.
  private let start: Deadline

  /// What is written, and what is known of it where it may be kept.
  var file: PartialFile?
  var facts: HTTPSession.ResumeToken.Facts?
  /// What an earlier download has left, before the answer to this one has come.
  private var left: HTTPSession.ResumeToken?

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
    start = session.environment.time.now
    // Content has the time of its call; a disk has the time of a piece.
    var timeouts = session.configuration.timeouts
    timeouts.request = nil
    deadlines = Deadlines(timeouts, session.environment.time)
    do throws(NetError) { files = FileAccess(on: try session.loopOfFiles()) } catch {
      throw HTTPSessionError(deadlines.fileReason(error), request: session.whole(request))
    }
  }

  /// Downloads, and goes on with what a token stands for, if that is still there.
  func run(
    _ token: HTTPSession.ResumeToken?, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTPSession.Download {
    guard let download = try await runIfPlaced(token, progress) else {
      throw HTTPSessionError(.unexpectedPartialContent, request: session.whole(request))
    }
    return download
  }

  /// Downloads, unless the program wants no file of the answer; then it returns nil.
  func runIfPlaced(
    _ token: HTTPSession.ResumeToken?, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> HTTPSession.Download? {
    if let token {
      try await find(token)
    } else if destination == nil, session.configuration.downloadDestination == nil {
      try await checkDestination()
    }
    do throws(HTTPSessionError) {
      return try await attempt(progress)
    } catch {
      throw await kept(error)
    }
  }

  // MARK: What is asked for

  /// The request, for the rest where a part is there.
  private var asked: HTTP.Request {
    var asked = request
    // Ranges and digests are of content as it is sent. Who names the codings gets them as they are.
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
    let answer = try await session.perform(asked, CallWatch(control: control, start: start))
    answer.content.beSaved()
    let step = left.map { ResumeRules(token: $0).step(answer.head) } ?? .begin
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
      answer.content.note(.notSaved(error))
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

  /// Asks the program where the file will be, if it wants to choose; false if it wants none.
  ///
  /// The session's own destination goes before that of the call.
  private func choosePlace(_ answer: OpenResponse) throws(HTTPSessionError) -> Bool {
    do {
      if let own = try session.configuration.downloadDestination?(
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

// MARK: The three ways to the whole

extension Saving {
  /// Writes the whole content, and nothing of what was there before.
  private func begin(
    _ answer: OpenResponse, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> HTTPSession.Download {
    try ReceivedRange.check(answer.head, of: answer.prepared.fields)
    let known = left?.name
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
      file = try await files.createPartial(
        for: path, replacing: options.contains(.overwrite), token: facts?.partial,
        permissions: options.contains(.shared) ? 0o666 : 0o600, until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileReason(error)
    }
    return try await write(answer, from: 0, total, hash, progress)
  }

  /// Writes the rest of the content behind what is there.
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

  /// Takes what is there for the whole if it has the caller's digest; nil if no one can say so.
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

  /// Takes into a hash what is there.
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

// MARK: The file

extension Saving {
  /// Finds out before anything is sent that a file cannot be made or replaced at a path.
  private func checkDestination() async throws(HTTPSessionError) {
    guard path.bytes.last != 0x2f else { return }
    do throws(NetError) {
      // Where folders are still to be made, nothing is in the way yet.
      if options.contains(.createFolders), let slash = path.bytes.lastIndex(of: 0x2f) {
        let folder = FilePath(bytes: Array(path.bytes[...slash]))
        guard try await files.isFolder(folder, until: deadlines.deadline(.idle)) else { return }
      }
      let destination = try await files.destination(
        path, until: deadlines.deadline(.idle))
      if destination == .folder { return }
      try destination.check(path, replacing: options.contains(.overwrite))
    } catch {
      throw failed(error)
    }
  }

  /// Finds what a token stands for; where that is gone, or is not what it was, all begins anew.
  private func find(_ token: HTTPSession.ResumeToken) async throws(HTTPSessionError) {
    do throws(NetError) {
      var path = path
      if let name = token.name, try await isFolder { path = path.appending(FilePath(name)) }
      guard
        let found = try await files.findPartial(
          token.partial, for: path, replacing: options.contains(.overwrite),
          until: deadlines.deadline(.idle))
      else { return }
      guard found.byteCount == Int64(token.byteCount) else {
        await found.discard()
        return
      }
      (file, facts, left) = (found, token.facts, token)
    } catch {
      throw failed(error)
    }
  }

  /// Removes what a token stands for.
  func discard(_ token: HTTPSession.ResumeToken) async throws(HTTPSessionError) {
    try await find(token)
    await drop()
  }

  private var isFolder: Bool {
    get async throws(NetError) {
      if path.bytes.last == 0x2f { return true }
      return try await files.isFolder(path, until: deadlines.deadline(.idle))
    }
  }

  /// Where the file will be; in a folder by the name that it had before, or by the answer's.
  private func place(
    _ answer: OpenResponse, _ known: String?
  ) async throws(HTTPSessionError.Reason) -> (path: FilePath, name: String?) {
    do throws(NetError) {
      guard try await isFolder else { return (path, nil) }
    } catch {
      throw deadlines.fileReason(error)
    }
    let name =
      if let known { known } else {
        try DownloadName(answer.head, requestedBy: session.whole(request)).text
      }
    return (path.appending(FilePath(name)), name)
  }

  /// What must be known so that the download can go on later; nil where it cannot.
  ///
  /// Only a whole that has no coding, and by a strong mark is told from any other, can be met again
  /// byte by byte.
  private func newFacts(
    _ answer: OpenResponse, _ total: Int?, _ name: String?
  ) throws(NetError) -> HTTPSession.ResumeToken.Facts? {
    let fields = answer.head.fields
    guard mayGoOn, request.method == .get, !request.headers.contains(.range),
      answer.head.status == .ok, !answer.isStored, !fields.contains(.contentEncoding),
      let validator = Caching.Validators.forRange(fields), validator.allSatisfy({ $0 < 0x80 }),
      let url = try? HTTP.URL(session.whole(request).target.text)
    else { return nil }
    return HTTPSession.ResumeToken.Facts(
      url: url, total: total, name: name, validator: String(decoding: validator, as: UTF8.self),
      partial: try .random())
  }

  /// Whether the download may have to go on later: one with a handle may be suspended.
  private var mayGoOn: Bool { options.contains(.resume) || control != nil }

  /// Removes what is there.
  private func drop() async {
    await file?.discard()
    (file, facts, left) = (nil, nil, nil)
  }

  /// Leaves what is there to be gone on with, if it can be, and tells the error of it.
  private func kept(_ error: HTTPSessionError) async -> HTTPSessionError {
    guard let file else { return error }
    let isKept =
      options.contains(.resume) || error.reason == .suspended || control?.keepsPart == true
    guard isKept, let facts else {
      await file.discard()
      return error
    }
    do throws(NetError) {
      let count = try await file.keep(until: deadlines.deadline(.idle))
      guard let token = HTTPSession.ResumeToken(facts, byteCount: count) else { return error }
      return HTTPSessionError(error, keeping: token)
    } catch _ {
      // What the disk does not keep is not promised.
      return error
    }
  }

  private func failed(_ error: NetError) -> HTTPSessionError {
    HTTPSessionError(deadlines.fileReason(error), request: session.whole(request))
  }
}
