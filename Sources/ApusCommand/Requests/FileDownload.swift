import ApusHTTP
import ApusNet
import ApusSession

/// A download of a response into a file. The download begins at the start or continues the partial
/// file of an interrupted download.
struct FileDownload {
  let session: HTTPSession
  let request: HTTP.Request
  let url: HTTP.URL
  let path: FilePath
  let retries: RetryOptions
  let deadline: Deadline
  /// The limit for the speed of the download, or `nil` for an unlimited speed.
  let rate: ByteRateLimit?

  /// A Boolean value that indicates whether the output path is a folder, so that the server or the
  /// URL determines the file name.
  var isFolder: Bool { path.bytes.last == 0x2f || Files.isFolder(path) }

  private var options: HTTPSession.DownloadOptions {
    isFolder ? [.shared, .resume] : [.shared, .resume, .overwrite]
  }

  /// Downloads the content to the file, and requests missing content as often as the retry options
  /// allow.
  ///
  /// - Throws: The error of the last attempt. The partial file is kept if the response identifies
  ///   the version of the content.
  nonisolated(nonsending) func run(
    _ console: Console, onProgress: (TransferProgress) -> Void
  ) async throws -> HTTPSession.Download {
    var token = try await part(console)
    var left = retries.count
    while true {
      do throws(HTTPSessionError) {
        let download = try await session.download(
          request, resuming: token, to: path, options: options, limitedBy: rate,
          onProgress: onProgress)
        if !isFolder { DownloadPart(output: path).remove() }
        if retries.continues, download.resumedFrom == 0 {
          console.complain(
            "the interrupted download of \(Console.shown(path)) could not be resumed: the "
              + "whole file was downloaded")
        }
        return download
      } catch {
        guard left > 0, let kept = error.resumeToken, Self.mayPass(error), !deadline.isPast else {
          throw await noted(error, console)
        }
        left -= 1
        token = kept
        console.errors.endProgress()
        console.complain(
          "the download was interrupted after \(kept.byteCount) bytes, and is now resumed")
      }
    }
  }

  /// Returns the resume token of the partial file to continue, and removes an unusable partial
  /// file.
  ///
  /// A killed process leaves a partial file without a token, which the session finds itself.
  private nonisolated(nonsending) func part(
    _ console: Console
  ) async throws -> HTTPSession.ResumeToken? {
    guard !isFolder else {
      if retries.continues { throw UsageError.continuedFolder }
      await discardLeft()
      return nil
    }
    let part = DownloadPart(output: path)
    guard retries.continues else {
      await part.discard(session)
      await discardLeft()
      return nil
    }
    guard let token = try part.read() else { return nil }
    guard token.url == url else { throw UsageError.otherPart(Console.shown(path)) }
    return token
  }

  /// Removes the partial file that a killed process has left.
  ///
  /// A partial file that cannot be removed makes the download fail.
  private nonisolated(nonsending) func discardLeft() async {
    do throws(HTTPSessionError) { try await session.discard(request, at: path) } catch { return }
  }

  /// Returns whether a download may succeed if it is retried after the error.
  private static func mayPass(_ error: HTTPSessionError) -> Bool {
    switch error.reason {
    case .network, .noResponse, .response, .proxy, .tls: true
    case .timedOut(let phase): phase != .total
    default: false
    }
  }

  /// Writes the download note for the partial file that a failed download keeps.
  private func noted(_ error: HTTPSessionError, _ console: Console) async -> HTTPSessionError {
    guard let whole = Self.file(of: error.resumeToken, at: path, isFolder: isFolder) else {
      if !isFolder { DownloadPart(output: path).remove() }
      return error
    }
    let part = DownloadPart(output: whole)
    do {
      if let token = error.resumeToken { try await part.write(token) }
    } catch {
      console.complain("the interrupted download cannot be resumed later: \(error)")
      await part.discard(session)
    }
    return error
  }

  /// Returns the path of the output file for a partial file, or `nil` if no partial file exists.
  private static func file(
    of token: HTTPSession.ResumeToken?, at path: FilePath, isFolder: Bool
  ) -> FilePath? {
    guard let token else { return nil }
    guard isFolder else { return path }
    return token.name.map { path.appending(FilePath($0)) }
  }

  /// Returns a sentence about the partial file of a failed download, or `nil` if no partial file
  /// exists.
  static func advice(about error: HTTPSessionError, at path: FilePath) -> String? {
    let isFolder = path.bytes.last == 0x2f || Files.isFolder(path)
    guard let token = error.resumeToken, let file = file(of: token, at: path, isFolder: isFolder)
    else { return nil }
    let total = token.total.map { " of \($0)" } ?? ""
    return "\(token.byteCount)\(total) bytes of the download are kept: repeat the command with "
      + "--output \(Console.shown(file)) --continue to download the rest"
  }
}
