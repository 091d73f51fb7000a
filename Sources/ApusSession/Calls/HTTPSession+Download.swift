public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A response whose content was written to a file.
  public struct Download: Sendable {
    /// The status, the version and the fields.
    public let head: HTTP.ResponseHead
    /// Where the content is.
    public let path: String
    /// How many bytes it has.
    public let byteCount: Int
  }

  /// What a download may do besides.
  public struct DownloadOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Options of those bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Replaces a file that is there already.
    public static let overwrite = DownloadOptions(rawValue: 1)
    /// Lets others read the file, and write to it, as far as the process's mask does.
    ///
    /// Without it only its owner can.
    public static let shared = DownloadOptions(rawValue: 2)
  }

  /// Downloads a target with GET to a file or into a folder, where it appears once it is whole.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ target: HTTP.Target, to path: String, options: DownloadOptions = [],
    within limit: Duration? = nil, onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError) -> Download {
    try await download(
      .get(target), to: path, options: options, within: limit, onProgress: onProgress)
  }

  /// Writes the content of a response to a file, which appears once it is whole.
  ///
  /// Until then it has a hidden name in the same folder. Nothing is left of a download that
  /// fails, and a status that is not accepted is an error that carries the response.
  ///
  /// In a folder, which is there or whose path ends in a slash, the file has the name that the
  /// server proposes, or that the URL ends with; a name that is not safe there is an error.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ request: HTTP.Request, to path: String, options: DownloadOptions = [],
    within limit: Duration? = nil, onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError) -> Download {
    let request = request.bounded(by: limit)
    try await checkDestination(path, options, of: request)
    let answer = try await perform(request)
    answer.content.beSaved()
    if let accepted = configuration.acceptedStatuses, !accepted.contains(answer.head.status.code) {
      let response = try await answer.collect(self)
      throw answer.unaccepted(response, configuration.limits.byteCountInErrors)
    }
    do throws(HTTPSessionError.Reason) {
      try ReceivedRange.check(answer.head, of: answer.prepared.fields)
      return try await write(answer, to: path, options, onProgress)
    } catch {
      answer.content.close()
      throw answer.failed(error, self)
    }
  }

  private nonisolated(nonsending) func write(
    _ answer: Answer, to path: String, _ options: DownloadOptions,
    _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> Download {
    // The request's own time ends with its answer; a disk has the time of a piece.
    let deadlines = Deadlines(configuration.timeouts, environment.time)
    let total = answer.content.byteCount
    var completed = 0
    let file = try await createFile(path, answer, options, deadlines)
    var isWhole = false
    while !isWhole {
      var piece: [UInt8] = []
      while !isWhole, piece.count < Self.writtenAtOnce {
        guard let next = try await answer.content.next() else {
          isWhole = true
          break
        }
        if piece.isEmpty { piece = next } else { piece += next }
      }
      guard !piece.isEmpty else { continue }
      completed += piece.count
      do throws(NetError) {
        try await file.write(piece, until: deadlines.deadline(.idle))
      } catch {
        throw deadlines.fileReason(error)
      }
      progress(TransferProgress(completed: completed, total: total))
    }
    do throws(NetError) {
      try await file.commit(until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileReason(error)
    }
    return Download(head: answer.head, path: file.path.description, byteCount: completed)
  }

  /// Finds out before anything is sent that a file cannot be made or replaced at a path.
  private func checkDestination(
    _ path: String, _ options: DownloadOptions, of request: HTTP.Request
  ) async throws(HTTPSessionError) {
    guard path.utf8.last != 0x2f else { return }
    let deadlines = Deadlines(configuration.timeouts, environment.time)
    do throws(NetError) {
      let destination = try await FileAccess(on: try loopOfFiles()).destination(
        FilePath(path), until: deadlines.deadline(.idle))
      if destination == .folder { return }
      try destination.check(FilePath(path), replacing: options.contains(.overwrite))
    } catch {
      throw HTTPSessionError(deadlines.fileReason(error), request: whole(request))
    }
  }

  /// The loop that keeps the deadlines of files; a stub has none of its own.
  func loopOfFiles() throws(NetError) -> EventLoop {
    if let loop { return loop }
    return try EventLoop.shared()
  }

  private nonisolated(nonsending) func createFile(
    _ path: String, _ answer: Answer, _ options: DownloadOptions, _ deadlines: Deadlines
  ) async throws(HTTPSessionError.Reason) -> PartialFile {
    let files: FileAccess
    var isFolder = path.utf8.last == 0x2f
    do throws(NetError) {
      files = FileAccess(on: try loopOfFiles())
      if !isFolder { isFolder = try await files.isFolder(path, until: deadlines.deadline(.idle)) }
    } catch {
      throw deadlines.fileReason(error)
    }
    var path = path
    if isFolder {
      if path.utf8.last != 0x2f { path += "/" }
      path += try DownloadName(answer.head, answer.prepared.url).text
    }
    do throws(NetError) {
      let permissions: UInt32 = options.contains(.shared) ? 0o666 : 0o600
      return try await files.createPartial(
        for: path, replacing: options.contains(.overwrite), permissions: permissions,
        until: deadlines.deadline(.idle))
    } catch {
      throw deadlines.fileReason(error)
    }
  }

  /// How much content is written by one call.
  private static let writtenAtOnce = 256 << 10
}
