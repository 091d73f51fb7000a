extension HTTP.Request {
  /// Returns a shell command that sends an equivalent request with curl.
  ///
  ///     print(request.curlCommand())
  ///     // curl --globoff --path-as-is --request 'POST' --header 'Accept: */*'
  ///     //   --data-raw '<12 bytes>' --url 'https://api.example.com/users?page=…'
  ///
  /// Each word of the command is quoted, so that no shell interprets any byte of it. The command
  /// omits the secrets that the request's description omits: sensitive field values, the user of
  /// the URL, and the query values. The command contains the content only if the content is text of
  /// at most `limit` bytes.
  ///
  /// - Parameter limit: The maximum number of content bytes in the command; the command shows only
  ///   the length of longer content. The default is 0.
  public func curlCommand(showingContentUpTo limit: Int = 0) -> String {
    var words = ["curl", "--globoff", "--path-as-is"]
    if method == .head {
      words.append("--head")
    } else {
      words += ["--request", Self.quoted(method.name)]
    }
    for field in headers { words += ["--header", Self.quoted(Self.line(field))] }
    for field in bodyFields where !headers.contains(field.name) {
      words += ["--header", Self.quoted(Self.line(field))]
    }
    if let content = shownContent(limit) { words += content }
    words += ["--url", Self.quoted(target.redacted)]
    return words.joined(separator: " ")
  }

  /// The header fields that a session derives from the request's content.
  private var bodyFields: [HTTP.Field] {
    var fields: [HTTP.Field] = []
    if let type = body.mediaType { fields.append(HTTP.Field(.contentType, "\(type)".fieldValue)) }
    if let coding = body.coding {
      fields.append(HTTP.Field(.contentEncoding, coding.rawValue.fieldValue))
    }
    return fields
  }

  /// Returns a header field in curl's syntax. The curl tool sends an empty field only if the
  /// argument ends with a semicolon.
  private static func line(_ field: HTTP.Field) -> String {
    field.value.bytes.isEmpty ? "\(field.name);" : field.description
  }

  /// Returns the curl arguments for the request content: the text, the path of a file, or the
  /// length of other content.
  private func shownContent(_ limit: Int) -> [String]? {
    if case .file(let part) = body.content {
      // A file path may contain a byte that no shell accepts.
      guard limit > 0, part.offset == 0, part.byteCount == nil, !part.path.contains(0),
        let path = String(validating: part.path, as: UTF8.self)
      else { return ["--data-raw", Self.quoted("<a file>")] }
      return ["--data-binary", Self.quoted("@" + path)]
    }
    guard !body.isEmpty else { return nil }
    guard let bytes = body.bytes else { return ["--data-raw", Self.quoted("<content>")] }
    guard bytes.count <= limit, !bytes.contains(0), body.compression == nil,
      let text = String(validating: bytes, as: UTF8.self)
    else { return ["--data-raw", Self.quoted("<\(bytes.count) bytes>")] }
    return ["--data-raw", Self.quoted(text)]
  }

  /// Returns a text in single quotes, which a shell does not change.
  ///
  /// A shell treats every byte between single quotes as literal, except a single quote: POSIX,
  /// Shell Command Language, section 2.2.2. The function removes NUL bytes, which shell words
  /// cannot contain.
  private static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [0x27]
    for byte in text.utf8 where byte != 0 {
      if byte == 0x27 { bytes += "'\\''".utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes + [0x27], as: UTF8.self)
  }
}
