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
    /// Without it nobody can but its owner.
    public static let shared = DownloadOptions(rawValue: 2)
  }

  /// Writes what a target stands for to a file or into a folder, once it is whole.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ target: String, to path: String, options: DownloadOptions = [],
    progress: (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError) -> Download {
    try await download(.get(target), to: path, options: options, progress: progress)
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
    progress: (TransferProgress) -> Void = { _ in }
  ) async throws(HTTPSessionError) -> Download {
    var transfer = try Transfer.prepare(request, self)
    do throws(HTTPSessionError.Reason) {
      try await transfer.open(self)
      if let accepted = configuration.acceptedStatuses, let status = transfer.head?.status,
        !accepted.contains(status.code)
      {
        _ = try await transfer.collect(limit: configuration.limits.collected)
        throw .status(status.code)
      }
      return try await write(&transfer, to: path, options, progress)
    } catch {
      throw transfer.fail(error)
    }
  }

  private nonisolated(nonsending) func write(
    _ transfer: inout Transfer, to path: String, _ options: DownloadOptions,
    _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError.Reason) -> Download {
    // The request's own time ends with its answer; a disk has the time of a piece.
    let bounds = Bounds(configuration.timeouts)
    let total = transfer.contentLength
    var completed = 0
    let file = try await createFile(path, transfer, options, bounds)
    var isWhole = false
    while !isWhole {
      while !isWhole, transfer.content.count < Self.writtenAtOnce {
        isWhole = try await !transfer.read()
      }
      if isWhole { transfer.finish() }
      guard !transfer.content.isEmpty else { continue }
      let piece = transfer.content
      transfer.content = []
      completed += piece.count
      do throws(NetError) {
        try await file.write(piece, until: bounds.deadline(.idle))
      } catch {
        throw bounds.fileReason(error)
      }
      progress(TransferProgress(completed: completed, total: total))
    }
    do throws(NetError) {
      try await file.commit(
        replacing: options.contains(.overwrite), until: bounds.deadline(.idle))
    } catch {
      throw bounds.fileReason(error)
    }
    guard let head = transfer.head else { throw .noResponse }
    return Download(head: head, path: file.path, byteCount: completed)
  }

  private nonisolated(nonsending) func createFile(
    _ path: String, _ transfer: Transfer, _ options: DownloadOptions, _ bounds: Bounds
  ) async throws(HTTPSessionError.Reason) -> PartialFile {
    let files: FileAccess
    var isFolder = path.utf8.last == 0x2f
    do throws(NetError) {
      var loop = loop
      if loop == nil { loop = try EventLoop.shared() }
      guard let loop else { throw .shutDown }
      files = FileAccess(on: loop)
      if !isFolder { isFolder = try await files.isFolder(path, until: bounds.deadline(.idle)) }
    } catch {
      throw bounds.fileReason(error)
    }
    var path = path
    if isFolder, let head = transfer.head {
      if path.utf8.last != 0x2f { path += "/" }
      path += try DownloadName(head, transfer.url).text
    }
    do throws(NetError) {
      let permissions: UInt32 = options.contains(.shared) ? 0o666 : 0o600
      return try await files.createPartial(
        for: path, permissions: permissions, until: bounds.deadline(.idle))
    } catch {
      throw bounds.fileReason(error)
    }
  }

  /// How much content is written by one call.
  private static let writtenAtOnce = 256 << 10
}
