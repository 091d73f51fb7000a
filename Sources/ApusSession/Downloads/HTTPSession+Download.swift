internal import ApusConnections
package import ApusFiles
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
    /// How many of them were there before; zero where the download began anew.
    public let resumedFrom: Int
  }

  /// What a download may do besides.
  public struct DownloadOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates the options of those bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Replaces a file that is there already.
    public static let overwrite = DownloadOptions(rawValue: 1)
    /// Lets others read the file, and write to it, as far as the process's mask does.
    ///
    /// Without it only its owner can. A part of the file is for its owner alone.
    public static let shared = DownloadOptions(rawValue: 2)
    /// Keeps the received part of a download that fails, or whose process is killed.
    ///
    /// The next call with this option for the same URL and the same destination requests the rest,
    /// if the server has named the content by a strong entity tag or time. The part is used only
    /// for requests with the same fields, credentials and client certificate: any other begins
    /// anew, and so does a request that is signed. The error of a failure also has a token, by
    /// which the caller continues with any credential: `HTTPSessionError.resumeToken`. If a closure
    /// chooses the destination, only the token finds the part.
    ///
    /// A second call for a part that another task or process writes is an error. The server is
    /// asked for content without a coding, unless the request names the codings that it accepts:
    /// content that has one begins anew.
    public static let resume = DownloadOptions(rawValue: 4)
    /// Asks the server for the SHA-256 of its content, and checks it.
    ///
    /// A server that states none is an error, and it is asked for content without a coding.
    /// RFC 9530.
    public static let verify = DownloadOptions(rawValue: 8)
    /// Makes the folders that lead to the file, where they are not there.
    ///
    /// They are for their owner alone, unless `.shared` is one of the options.
    public static let createFolders = DownloadOptions(rawValue: 16)
  }

  /// Downloads a target with GET to a file or into a folder, where it appears once it is whole.
  ///
  /// With the SHA-256 that the content must have, as 64 digits of base 16, any other is an error.
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
  ///   - options: The options of the download.
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
      let fault = InvalidSetting("downloads.destination", "nil", expected: "a folder")
      throw HTTPSessionError(.setting(fault), request: whole(.get(target)))
    }
    return try await download(
      .get(target), to: folder.utf8.last == 0x2f ? folder : folder + "/", options: options,
      sha256: sha256, within: limit, onProgress: onProgress)
  }

  /// Writes the content of a response to a file, which appears once it is whole.
  ///
  /// Until then it has no name, or with `.resume` a hidden one in the same folder. Nothing is left
  /// of a download that fails or whose process is killed, unless `.resume` is one of the options. A
  /// status that is not accepted is an error that carries the response.
  ///
  /// In a folder, which is there or whose path ends in a slash, the file has the name that the
  /// server proposes in `Content-Disposition`, or else the last part of the request's own URL; a
  /// redirect does not change it. A name that is not safe there is an error.
  ///
  /// The path counts unless the session's `downloads.place` names another.
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
  /// The closure is given the head once the status was accepted, and before anything is written.
  /// Where it returns nil there is no file, and nil is returned. What it throws is `underlying` of
  /// the error.
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

  /// Goes on with a download that has failed, to the same file or into the same folder.
  ///
  ///     do {
  ///       try await api.download("big.tar", to: "/srv/", options: .resume)
  ///     } catch let error as HTTPSessionError {
  ///       guard let token = error.resumeToken else { throw error }
  ///       try await api.download(resuming: token, to: "/srv/")
  ///     }
  ///
  /// The server is asked for the rest, if its content has not changed meanwhile; otherwise all of
  /// it is written anew, and `resumedFrom` is zero. That is so too where the part is gone. One that
  /// another task or process goes on with is an error. A failure keeps what is there by then.
  /// If the session's `downloads.place` chose the file, the path is the one that it chose.
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

  /// Removes what a download has left that no one goes on with.
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

  /// Downloads, and goes on by itself where the call has lost its connection while suspended.
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
        // What is kept is beside the file that was chosen.
        (token, path) = (error.resumeToken, saving.path)
      }
    }
  }

  /// The digest that digits of base 16 spell.
  private func digest(
    _ sha256: String?, _ request: HTTP.Request
  ) throws(HTTPSessionError) -> [UInt8]? {
    guard let sha256 else { return nil }
    if let digest = ContentHash.bytes(sha256) { return digest }
    let fault = InvalidSetting("sha256", sha256, expected: "64 digits of base 16")
    throw HTTPSessionError(.setting(fault), request: whole(request))
  }

  /// The loop that keeps the deadlines of files; a stub has none of its own.
  func loopOfFiles() throws(NetError) -> EventLoop {
    if let loop { return loop }
    return try EventLoop.shared()
  }
}
