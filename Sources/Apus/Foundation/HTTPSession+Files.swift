public import ApusFoundation
public import ApusHTTP
public import ApusSession

extension HTTPSession {
  /// Downloads a target with GET to the file, or into the folder, at a file URL.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base, or a whole URL.
  ///   - file: The file URL of the file or folder.
  ///   - options: The treatment of an existing file, and of the partial file that a failed download
  ///     leaves.
  ///   - limit: The time limit of the whole call, or nil for the session's limit.
  ///   - onProgress: A closure that is called for each received piece.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ target: HTTP.Target, to file: ApusFoundation.URL, options: DownloadOptions = [],
    within limit: Duration? = nil, onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws -> Download {
    try await download(
      .get(target), to: file, options: options, within: limit, onProgress: onProgress)
  }

  /// Writes the content of a response to the file, or into the folder, at a file URL.
  ///
  /// The call throws an error before the request is sent if the URL is not a file URL.
  ///
  /// - Parameters:
  ///   - request: The request whose response contains the content.
  ///   - file: The file URL of the file or folder.
  ///   - options: The treatment of an existing file, and of the partial file that a failed download
  ///     leaves.
  ///   - limit: The time limit of the whole call, or nil for the session's limit.
  ///   - onProgress: A closure that is called for each received piece.
  /// - Throws: `HTTPSessionError`, or `CancellationError` if the task was cancelled.
  @discardableResult
  public nonisolated(nonsending) func download(
    _ request: HTTP.Request, to file: ApusFoundation.URL, options: DownloadOptions = [],
    within limit: Duration? = nil, onProgress: (TransferProgress) -> Void = { _ in }
  ) async throws -> Download {
    guard file.isFileURL else {
      throw HTTPSessionError(
        .setting(InvalidSetting("to", file.absoluteString, expected: "a file URL")),
        request: request)
    }
    return try await download(
      request, to: file.path(percentEncoded: false), options: options, within: limit,
      onProgress: onProgress)
  }
}
