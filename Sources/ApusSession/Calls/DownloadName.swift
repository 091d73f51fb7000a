internal import ApusHTTP

/// What a download is called whose caller has named a folder.
///
/// The server may propose a name, which is judged and never repaired: one that is not fit ends the
/// download. Otherwise it is the last part of the URL that was asked for. Where a redirect leads
/// says nothing about it, so that no server along the way chooses the name.
///
/// RFC 6266 section 4.3.
struct DownloadName {
  let text: String

  init(_ head: HTTP.ResponseHead, _ url: HTTP.URL) throws(HTTPSessionError.Reason) {
    do throws(HTTP.FileName.Refusal) {
      if let value = head.fields[.contentDisposition],
        let disposition = try? HTTP.ContentDisposition(value.bytes.span),
        let name = try disposition.safeFileName()
      {
        text = name.text
      } else {
        text = try HTTP.FileName(lastComponentOf: Self.lastPart(of: url)).text
      }
    } catch {
      throw .fileName(error)
    }
  }

  /// What stands behind the last slash of a URL's path, decoded.
  private static func lastPart(of url: HTTP.URL) -> String {
    let parts = url.path.utf8.split(separator: 0x2f, omittingEmptySubsequences: false)
    let part = parts.last.map { Array($0) } ?? []
    let decoded = try? HTTP.PercentEncoding.pathSegment.decode(part.span)
    return String(decoding: decoded ?? part, as: UTF8.self)
  }
}
