internal import ApusConnections
internal import ApusHTTP

/// The file name of a download whose caller has passed a folder.
///
/// The server may propose a file name in `Content-Disposition`. The session checks the proposed
/// file name and never repairs it; an unsafe file name ends the download. Without a proposal, the
/// file name is the last part of the request URL's path. The `Location` field of a redirect does
/// not change the file name, because a redirecting server could choose `authorized_keys`.
///
/// RFC 6266 section 4.3.
struct DownloadName {
  let text: String

  /// Creates the file name for the content of a response.
  ///
  /// - Parameters:
  ///   - head: The head of the response, which may propose a file name.
  ///   - request: The request of the caller before any redirect, with its whole URL.
  init(
    _ head: HTTP.ResponseHead, requestedBy request: HTTP.Request
  ) throws(HTTPSessionError.Reason) {
    do throws(HTTP.FileName.Refusal) {
      if let value = head.fields[.contentDisposition],
        let disposition = try? HTTP.ContentDisposition(value.bytes.span),
        let name = try disposition.safeFileName()
      {
        text = name.text
      } else {
        text = try HTTP.FileName(lastComponentOf: Self.lastPart(of: request.path)).text
      }
    } catch {
      throw .fileName(error)
    }
  }

  /// Returns the percent-decoded part of a URL path after the last slash.
  private static func lastPart(of path: String) -> String {
    let parts = path.utf8.split(separator: 0x2f, omittingEmptySubsequences: false)
    let part = parts.last.map { Array($0) } ?? []
    let decoded = try? HTTP.PercentEncoding.pathSegment.decode(part.span)
    return String(decoding: decoded ?? part, as: UTF8.self)
  }
}
