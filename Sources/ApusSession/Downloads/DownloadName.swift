internal import ApusConnections
internal import ApusHTTP

/// The name of a download whose caller has named a folder.
///
/// The server may propose a name, which is judged and never repaired: an unfit one ends the
/// download. Otherwise the name is the last part of the URL of the caller's request. The `Location`
/// of a redirect has no influence on it: a server on the way could choose `authorized_keys`.
///
/// RFC 6266 section 4.3.
struct DownloadName {
  let text: String

  /// Creates the name of the content of a response.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - request: The request of the caller, with its whole URL, before any redirect.
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

  /// Returns the part after the last slash of a path, decoded.
  private static func lastPart(of path: String) -> String {
    let parts = path.utf8.split(separator: 0x2f, omittingEmptySubsequences: false)
    let part = parts.last.map { Array($0) } ?? []
    let decoded = try? HTTP.PercentEncoding.pathSegment.decode(part.span)
    return String(decoding: decoded ?? part, as: UTF8.self)
  }
}
