internal import ApusConnections
package import ApusFiles
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A response whose content was written to a file.
  public struct Download: Sendable {
    /// The status, the version and the fields.
    public let head: HTTP.ResponseHead
    /// The path of the file.
    public let path: String
    /// The number of bytes of the file.
    public let byteCount: Int
    /// The number of bytes that an earlier download had received; zero for a new download.
    public let resumedFrom: Int
  }

  /// Additional behavior of a download.
  public struct DownloadOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates the options of those bits.
    ///
    /// - Parameter rawValue: The bits; unknown ones have no effect.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Replaces an existing file.
    public static let overwrite = DownloadOptions(rawValue: 1)
    /// Lets others read the file, and write to it, as far as the process's mask does.
    ///
    /// Without it only its owner can. A part of the file is for its owner alone.
    public static let shared = DownloadOptions(rawValue: 2)
    /// Keeps the received part of a download that fails, or whose process is killed.
    ///
    /// The next call with this option for the same URL and the same destination requests the rest,
    /// if the server sent a strong entity tag or time. The part is used only for requests with the
    /// same fields, credentials and client certificate: any other request starts again, and so does
    /// a signed request. The error of a failure also has a token, by which the caller continues
    /// with any credential: `HTTPSessionError.resumeToken`. If a closure chooses the destination,
    /// only the token finds the part.
    ///
    /// A second call for a part that another task or process writes is an error. The server is
    /// requested to send content without a coding, unless the request names the accepted codings; a
    /// download with a coding starts again.
    public static let resume = DownloadOptions(rawValue: 4)
    /// Requests the SHA-256 of the content from the server, and checks it.
    ///
    /// A response without a digest is an error; the content is requested without a coding. RFC
    /// 9530.
    public static let verify = DownloadOptions(rawValue: 8)
    /// Creates the missing folders of the file's path.
    ///
    /// They are for their owner alone, unless `.shared` is one of the options.
    public static let createFolders = DownloadOptions(rawValue: 16)
  }

  /// Downloads a target to a file or into a folder, where it appears when it is complete.
  ///
  /// If a SHA-256 is given, as 64 hexadecimal digits, content with any other is an error.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - path: The path of the file, or of a folder for which the response names the file.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called for each received piece.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ target: HTTP.Target, to path: String, options: DownloadOptions = [], sha256: String? = nil,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws -> Download {
    try await download(
      .get(target), to: path, options: options, sha256: sha256, within: limit,
      accepting: accepted, onProgress: onProgress)
  }

  /// Downloads a target with GET into the folder that is the session's `downloads.destination`.
  ///
  /// - Parameters:
  ///   - target: The target of the request.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 digits of base 16; any other is an error.
  ///   - limit: The time for the whole download; nil for that of the session.
  ///   - onProgress: A closure that is called for each received piece.
  /// - Returns: The head of the response, and the path of the file.
  /// - Throws: `HTTPSessionError`, also if the session has no destination, or `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ target: HTTP.Target, options: DownloadOptions = [], sha256: String? = nil,
    within limit: Duration? = nil, onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws -> Download {
    guard let folder = configuration.downloads.destination else {
      let fault = InvalidSetting("downloads.destination", "nil", expected: "the path of a folder")
      throw HTTPSessionError(.setting(fault), request: whole(.get(target)))
    }
    return try await download(
      .get(target), to: folder.utf8.last == 0x2f ? folder : folder + "/", options: options,
      sha256: sha256, within: limit, onProgress: onProgress)
  }

  /// Writes the content of a response to a file, which appears when it is complete.
  ///
  /// Until then it has no name, or with `.resume` a hidden name in the same folder. No file remains
  /// of a download that fails or whose process is killed, unless `.resume` is one of the options. A
  /// status that is not accepted is an error with the response.
  ///
  /// In an existing folder, or if the path ends in a slash, the file has the name that the server
  /// proposes in `Content-Disposition`, or the last part of the request's own URL; a redirect does
  /// not change it. An unsafe name is an error.
  ///
  /// If the session's `downloads.place` returns a path, it replaces this path.
  ///
  /// - Parameters:
  ///   - request: The request whose response has the content.
  ///   - path: The path of the file, or of a folder for which the response names the file.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called for each received piece.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ request: HTTP.Request, to path: String, options: DownloadOptions = [],
    sha256: String? = nil, within limit: Duration? = nil,
    accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws -> Download {
    do throws(HTTPSessionError) {
      return try await save(
        request.bounded(by: limit, accepted), resuming: nil, to: FilePath(path), options, sha256,
        nil,
        onProgress)
    } catch {
      throw error.thrown
    }
  }

  /// Writes the content of a response to a file whose path need not be text, after the part that a
  /// token names.
  package nonisolated(nonsending) func download(
    _ request: HTTP.Request, resuming token: ResumeToken? = nil, to path: FilePath,
    options: DownloadOptions, onProgress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> Download {
    try await save(request, resuming: token, to: path, options, nil, nil, onProgress)
  }

  /// Writes the content of a response to a file, or into a folder, that a closure chooses.
  ///
  ///     try await api.download(.get("reports/7")) { head in
  ///       "/srv/\(head.headers.contains("X-Draft") ? "drafts" : "reports")/"
  ///     }
  ///
  /// The closure is called with the head of an accepted response before content is written. If it
  /// returns nil, no file is written and the result is nil. An error that it throws is `underlying`
  /// of the thrown error.
  ///
  /// - Parameters:
  ///   - request: The request whose response has the content.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - accepted: The accepted statuses, or nil for the session's.
  ///   - onProgress: A closure that is called for each received piece.
  ///   - destination: The closure that returns the path for a response, or nil to receive no
  ///     content.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ request: HTTP.Request, options: DownloadOptions = [], sha256: String? = nil,
    within limit: Duration? = nil, accepting accepted: HTTP.AcceptedStatuses? = nil,
    onProgress: (TransferProgress) -> Void = { _ in },
    to destination: @escaping (HTTP.ResponseHead) throws -> String?
  ) async throws -> Download? {
    let request = request.bounded(by: limit, accepted)
    do throws(HTTPSessionError) {
      let saving = try Saving(
        request, to: "", options, digest: try digest(sha256, request), self, nil, destination)
      return try await saving.runIfPlaced(nil, onProgress)
    } catch {
      throw error.thrown
    }
  }

  /// Resumes a failed download, to the same file or into the same folder.
  ///
  ///     do {
  ///       try await api.download("big.tar", to: "/srv/", options: .resume)
  ///     } catch let error as HTTPSessionError {
  ///       guard let token = error.resumeToken else { throw error }
  ///       try await api.download(resuming: token, to: "/srv/")
  ///     }
  ///
  /// The server is requested to send the rest, if its content has not changed; otherwise the whole
  /// is downloaded again, and `resumedFrom` is zero. The same happens if the part is missing. A
  /// part that another task or process is writing is an error. After a failure the received part is
  /// kept. If the session's `downloads.place` chose the file, the path is the chosen one.
  ///
  /// - Parameters:
  ///   - token: The token of the failed download.
  ///   - path: The path of the first attempt, to the file or to its folder.
  ///   - headers: Further headers of the request, such as a credential.
  ///   - options: The treatment of an existing file, and of the part that a failed download leaves.
  ///   - sha256: The SHA-256 of the content, as 64 hexadecimal digits; any other content is an
  ///     error. Nil for no check.
  ///   - limit: The time limit of the whole call, or nil for the session's.
  ///   - onProgress: A closure that is called for each received piece.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func download(
    resuming token: ResumeToken, to path: String, headers: HTTP.Fields = [:],
    options: DownloadOptions = [], sha256: String? = nil, within limit: Duration? = nil,
    onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws -> Download {
    let request = HTTP.Request(.get, .url(token.url), headers: headers)
    do throws(HTTPSessionError) {
      return try await save(
        request.bounded(by: limit), resuming: token, to: FilePath(path), options.union(.resume),
        sha256, nil, onProgress)
    } catch {
      throw error.thrown
    }
  }

  /// Removes the part of a download that will not be resumed.
  ///
  /// - Parameters:
  ///   - token: The token of the download.
  ///   - path: The path of the first attempt, to the file or to its folder.
  public func discard(_ token: ResumeToken, at path: String) async throws {
    let request = HTTP.Request.get(.url(token.url))
    do throws(HTTPSessionError) {
      let saving = try Saving(request, to: FilePath(path), [.overwrite], digest: nil, self)
      try await saving.discard(token)
    } catch {
      throw error.thrown
    }
  }

  /// Removes the part that a download with `.resume` has left, if there is one.
  ///
  ///     try await api.discard(.get("dumps/today.tar"), at: "/srv/dumps/")
  ///
  /// - Parameters:
  ///   - request: The request of the download.
  ///   - path: The path of the download, to the file or to its folder.
  /// - Throws: `HTTPSessionError`, also if another task or process writes the part.
  public func discard(_ request: HTTP.Request, at path: String) async throws {
    do throws(HTTPSessionError) {
      try await discard(request, at: FilePath(path))
    } catch {
      throw error.thrown
    }
  }

  /// Removes the part of a file whose path need not be text.
  package func discard(
    _ request: HTTP.Request, at path: FilePath
  ) async throws(HTTPSessionError) {
    try await Saving(request, to: path, [.overwrite, .resume], digest: nil, self).discardLeft()
  }

  /// Downloads, and resumes automatically if the connection was lost during a suspension.
  nonisolated(nonsending) func save(
    _ request: HTTP.Request, resuming token: ResumeToken?, to path: FilePath,
    _ options: DownloadOptions, _ sha256: String?, _ control: CallControl? = nil,
    _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> Download {
    let digest = try digest(sha256, request)
    var (token, path) = (token, path)
    while true {
      let saving = try Saving(request, to: path, options, digest: digest, self, control)
      do throws(HTTPSessionError) {
        return try await saving.run(token, progress)
      } catch {
        guard error.reason == .suspended, request.mayBeginAnew else { throw error }
        // The part is next to the chosen file.
        (token, path) = (error.resumeToken, saving.path)
      }
    }
  }

  /// Returns the digest of hexadecimal digits.
  private func digest(
    _ sha256: String?, _ request: HTTP.Request
  ) throws(HTTPSessionError) -> [UInt8]? {
    guard let sha256 else { return nil }
    if let digest = ContentHash.bytes(sha256) { return digest }
    let fault = InvalidSetting(
      "sha256", sha256, expected: "a SHA-256 digest of 64 hexadecimal digits")
    throw HTTPSessionError(.setting(fault), request: whole(request))
  }

  /// Returns the loop that keeps the deadlines of files; a stub has none of its own.
  func loopOfFiles() throws(NetError) -> EventLoop {
    if let loop { return loop }
    return try EventLoop.shared()
  }
}
