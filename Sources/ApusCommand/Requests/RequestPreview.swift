import ApusBytes
import ApusHTTP

/// A request as text without secrets, which the tool prints instead of sending the request.
struct RequestPreview {
  static let options = [
    Option("dry-run", "prints the request without secrets, and does not send the request"),
    Option(
      "curl",
      "prints a curl command for the request without secrets, and does not send the "
        + "request"),
  ]

  let request: HTTP.Request
  let url: HTTP.URL
  /// The authentication scheme of a credential that is sent without a challenge, such as `Bearer`.
  let scheme: String?

  /// The request head in the form of HTTP/1.1, followed by the content if the content is text.
  ///
  /// RFC 9112 sections 2.1, 3.1 and 5.
  var message: String {
    var lines = ["\(request.method.name) \(Redaction.queries(in: url.requestTarget)) HTTP/1.1"]
    if !request.headers.contains(.host) { lines.append("Host: \(url.host)\(Self.port(of: url))") }
    lines += request.headers.map(Self.line)
    if let scheme { lines.append("Authorization: \(scheme) \(Redaction.placeholder)") }
    switch request.body.length {
    case HTTP.BodyLength.none?: break
    case .known(let count)?: lines.append("Content-Length: \(count)")
    case .unknown?, nil: lines.append("Transfer-Encoding: chunked")
    }
    return lines.joined(separator: "\n") + "\n" + content
  }

  private var content: String {
    if request.body.isEmpty { return "" }
    guard let bytes = request.body.bytes else { return "\n<content of a file or a pipe>\n" }
    return "\n\(MaskedContent.text(bytes) ?? "<\(bytes.count) bytes>")\n"
  }

  private static func port(of url: HTTP.URL) -> String {
    url.port == (url.scheme == .https ? 443 : 80) ? "" : ":\(url.port)"
  }

  static func line(_ field: HTTP.Field) -> String {
    Conversation.shown((Array("\(field.name.text): ".utf8) + field.value.bytes)[...])
  }
}

extension RequestPreview {
  /// Returns a curl command that sends the same request except for its secrets.
  ///
  /// - Parameter settings: The options of curl for the connection settings.
  func curlCommand(_ content: RequestContent?, settings: [String]) -> String {
    var words = ["curl"]
    switch request.method {
    case .get: break
    case .head: words.append("--head")
    default: words += ["--request", request.method.name]
    }
    for field in request.headers where field.value != "*/*" || field.name != .accept {
      let line = field.value.bytes.isEmpty ? "\(field.name.text);" : Self.line(field)
      words += ["--header", line]
    }
    if let scheme {
      words += ["--header", "Authorization: \(scheme) \(Redaction.placeholder)"]
    }
    let contentWords = content?.curlWords(request.body.bytes) ?? []
    if !contentWords.isEmpty, contentWords[0] != "--form", !request.headers.contains(.contentType) {
      // By default curl declares the content as a URL-encoded form.
      words += ["--header", "Content-Type:"]
    }
    words += contentWords + settings + [Redaction.queries(in: url.description)]
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// Returns a word in quotes, so a shell does not interpret its characters.
  static func quoted(_ word: String) -> String {
    let plain = ByteSet.letters.union(.digits).union(ByteSet("-_./:@,=+%"))
    if !word.utf8.isEmpty, word.utf8.allSatisfy({ plain.contains($0) }) { return word }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
