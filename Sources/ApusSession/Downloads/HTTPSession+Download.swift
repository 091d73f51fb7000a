internal import ApusConnections
package import ApusFiles
public import ApusHTTP
internal import ApusNet

extension HTTPSession {
  /// A finished download, whose content is in a file.
  public struct Download: Sendable {
    /// The status, the version and the header fields of the response.
    public let head: HTTP.ResponseHead
    /// The path of the downloaded file.
    public let path: String
    /// The number of bytes of the downloaded file.
    public let byteCount: Int
    /// The number of bytes that an earlier download had received, or zero for a new download.
    public let resumedFrom: Int
  }

  /// The options of a download.
  public struct DownloadOptions: OptionSet, Sendable {
    /// The option bits of the download.
    public let rawValue: Int

    /// Creates download options from their bits.
    ///
    /// - Parameter rawValue: The bits of the options. Unknown option bits have no effect.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Replaces an existing file at the path of the download.
    public static let overwrite = DownloadOptions(rawValue: 1)
    /// Allows other users to read and write the file, as far as the mask of the process permits.
    ///
    /// Without the option `.shared`, only the owner of the file has access. The partial file of a
    /// download is always accessible to its owner only.
    public static let shared = DownloadOptions(rawValue: 2)
    /// Keeps the received part of a download that fails or whose process is killed.
    ///
    /// A later download with this option requests the rest of the content if its URL and
    /// destination are the same. The server must have sent a strong entity tag or a strong
    /// modification time. The partial file is used only for requests with the same fields,
    /// credentials, client certificate and Unix socket, and without TLS only through the same
    /// proxy. A request that differs, or that is signed, starts the download again. The error of a
    /// failed download also contains a token: `HTTPSessionError.resumeToken`. With the token, the
    /// caller can resume the download with any credential. If a closure chooses the destination,
    /// only the token finds the partial file.
    ///
    /// A download fails if another task or process writes the same partial file. The request
    /// accepts only content without a content coding, unless the request itself names the accepted
    /// content codings. A download of content with a content coding cannot be resumed and starts
    /// again.
    public static let resume = DownloadOptions(rawValue: 4)
    /// Requests the SHA-256 digest of the content from the server, and checks the content.
    ///
    /// A response without a SHA-256 digest is an error. The request accepts only content without a
    /// content coding. RFC 9530.
    public static let verify = DownloadOptions(rawValue: 8)
    /// Creates the missing folders of the file's path.
    ///
    /// Only the owner has access to the created folders, unless `.shared` is one of the options.
    public static let createFolders = DownloadOptions(rawValue: 16)
  }

  /// Downloads the content of a target to a file or into a folder.
  ///
  /// The file appears when the download is complete. If the caller passes a SHA-256 digest, as 64
  /// hexadecimal digits, content with another digest is an error.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - path: The path of the file, or the path of a folder in which the response names the file.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called for each received part of the content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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
  ///   - target: The path below the session's base URL, or a whole URL.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits. Content with
  ///     another digest is an error.
  ///   - limit: The time limit of the whole download, or `nil` for the session's time limit.
  ///   - onProgress: A closure that is called for each received part of the content.
  /// - Returns: The head of the response, and the path of the file.
  /// - Throws: `HTTPSessionError` on failure or if the session has no destination, or
  ///   `CancellationError`.
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

  /// Downloads the content of a response to a file or into a folder.
  ///
  /// The file appears when the download is complete. Before its completion, the file has no name,
  /// or with `.resume` a hidden name in the same folder. If a download fails or its process is
  /// killed, no file remains, unless `.resume` is one of the options. A status code that is not
  /// accepted is an error that contains the response.
  ///
  /// If the path is an existing folder or ends in a slash, the server may propose the file name in
  /// `Content-Disposition`. Without a proposal, the file name is the last part of the request's own
  /// URL; a redirect does not change the file name. An unsafe file name is an error.
  ///
  /// If the session's `downloads.place` closure returns a path, that path replaces the `path`
  /// parameter.
  ///
  /// - Parameters:
  ///   - request: The request whose response contains the content.
  ///   - path: The path of the file, or the path of a folder in which the response names the file.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called for each received part of the content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Downloads the content of a response to a path that may not be valid text.
  ///
  /// With a resume token, the download continues the partial file of the token. A rate limit
  /// applies to the received content.
  package nonisolated(nonsending) func download(
    _ request: HTTP.Request, resuming token: ResumeToken? = nil, to path: FilePath,
    options: DownloadOptions, limitedBy rate: ByteRateLimit? = nil,
    onProgress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> Download {
    try await save(
      request, resuming: token, to: path, options, nil, nil, limitedBy: rate, onProgress)
  }

  /// Downloads the content of a response to a file or folder that a closure chooses.
  ///
  ///     try await api.download(.get("reports/7")) { head in
  ///       "/srv/\(head.headers.contains("X-Draft") ? "drafts" : "reports")/"
  ///     }
  ///
  /// The session calls the closure with the head of an accepted response before it writes content.
  /// If the closure returns `nil`, the session writes no file and the result is `nil`. An error
  /// that the closure throws is the `underlying` error of the thrown error.
  ///
  /// - Parameters:
  ///   - request: The request whose response contains the content.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - accepted: The status codes that the call accepts, or `nil` for the session's accepted
  ///     statuses.
  ///   - onProgress: A closure that is called for each received part of the content.
  ///   - destination: The closure that returns the path for a response, or `nil` to receive no
  ///     content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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
  /// The session requests the rest of the content if the content has not changed. If the content
  /// has changed or the partial file is missing, the session downloads the whole content again, and
  /// `resumedFrom` is zero. The function throws an error if another task or process writes the
  /// partial file. The partial file is kept if the resumed download fails. If the session's
  /// `downloads.place` closure chose the file, pass the chosen path. A token contains no options of
  /// the request, such as the Unix socket.
  ///
  /// - Parameters:
  ///   - token: The resume token of the failed download.
  ///   - path: The path of the file or folder that the first attempt of the download used.
  ///   - headers: Additional header fields of the request, such as a credential.
  ///   - options: The options for an existing file and for the partial file of a failed download.
  ///   - sha256: The expected SHA-256 digest of the content, as 64 hexadecimal digits, or `nil` for
  ///     no check. Content with another digest is an error.
  ///   - limit: The time limit of the whole call, or `nil` for the session's time limit.
  ///   - onProgress: A closure that is called for each received part of the content.
  /// - Throws: `HTTPSessionError` on failure, or `CancellationError` if the task was cancelled.
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

  /// Removes the partial file of a download that will not be resumed.
  ///
  /// - Parameters:
  ///   - token: The resume token of the download.
  ///   - path: The path of the file or folder that the first attempt of the download used.
  public func discard(_ token: ResumeToken, at path: String) async throws {
    let request = HTTP.Request.get(.url(token.url))
    do throws(HTTPSessionError) {
      let saving = try Saving(request, to: FilePath(path), [.overwrite], digest: nil, self)
      try await saving.discard(token)
    } catch {
      throw error.thrown
    }
  }

  /// Removes the partial file that a download with `.resume` has left, if there is a partial file.
  ///
  ///     try await api.discard(.get("dumps/today.tar"), at: "/srv/dumps/")
  ///
  /// - Parameters:
  ///   - request: The request of the download.
  ///   - path: The path of the file or folder to which the request was downloaded.
  /// - Throws: `HTTPSessionError` on failure, or if another task or process writes the partial
  ///   file.
  public func discard(_ request: HTTP.Request, at path: String) async throws {
    do throws(HTTPSessionError) {
      try await discard(request, at: FilePath(path))
    } catch {
      throw error.thrown
    }
  }

  /// Removes the partial file of a download whose path may not be valid text.
  package func discard(
    _ request: HTTP.Request, at path: FilePath
  ) async throws(HTTPSessionError) {
    try await Saving(request, to: path, [.overwrite, .resume], digest: nil, self).discardLeft()
  }

  /// Downloads to a file, and resumes the download if a suspension has closed its connection.
  nonisolated(nonsending) func save(
    _ request: HTTP.Request, resuming token: ResumeToken?, to path: FilePath,
    _ options: DownloadOptions, _ sha256: String?, _ control: CallControl? = nil,
    limitedBy rate: ByteRateLimit? = nil, _ progress: (TransferProgress) -> Void
  ) async throws(HTTPSessionError) -> Download {
    let digest = try digest(sha256, request)
    var (token, path) = (token, path)
    while true {
      let saving = try Saving(request, to: path, options, digest: digest, self, control)
      saving.rate = rate
      do throws(HTTPSessionError) {
        return try await saving.run(token, progress)
      } catch {
        guard error.reason == .suspended, request.mayBeginAnew else { throw error }
        // The partial file of the failed download is in the folder of the file that the closure
        // chose.
        (token, path) = (error.resumeToken, saving.path)
      }
    }
  }

  /// Returns the bytes of a digest, or throws an error if the text is not 64 hexadecimal digits.
  private func digest(
    _ sha256: String?, _ request: HTTP.Request
  ) throws(HTTPSessionError) -> [UInt8]? {
    guard let sha256 else { return nil }
    if let digest = ContentHash.bytes(sha256) { return digest }
    let fault = InvalidSetting(
      "sha256", sha256, expected: "a SHA-256 digest of 64 hexadecimal digits")
    throw HTTPSessionError(.setting(fault), request: whole(request))
  }

  /// Returns the event loop for the deadlines of file operations; a session with a stub has no loop
  /// of its own.
  func loopOfFiles() throws(NetError) -> EventLoop {
    if let loop { return loop }
    return try EventLoop.shared()
  }
}
