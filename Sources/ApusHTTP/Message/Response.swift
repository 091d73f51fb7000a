extension HTTP {
  /// A response with its complete content.
  ///
  ///     let response = try await api.get("users/7")
  ///     print(response.status, response.headers[.etag] ?? "", response.body.count)
  public struct Response: Sendable, Hashable {
    /// The head of the response: the status, the version and the header fields.
    public var head: ResponseHead
    /// The content of the response.
    public var body: [UInt8]
    /// The trailer fields of the response, which follow the content.
    public var trailers: Fields

    /// Creates a response from its head, content and trailer fields.
    ///
    /// - Parameters:
    ///   - head: The head of the response: the status and the header fields.
    ///   - body: The content of the response without content codings.
    ///   - trailers: The trailer fields, which follow the content.
    public init(_ head: ResponseHead, body: [UInt8] = [], trailers: Fields = Fields()) {
      self.head = head
      self.body = body
      self.trailers = trailers
    }

    /// Creates a response from a status, header fields and content, such as the response of a stub.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - headers: The header fields of the response.
    ///   - body: The content of the response.
    public init(_ status: Status, headers: Fields = Fields(), body: [UInt8] = []) {
      self.init(ResponseHead(status, fields: headers), body: body)
    }

    /// Returns a response with text in UTF-8, such as the response of a stub or a server.
    ///
    /// - Parameters:
    ///   - text: The text of the response.
    ///   - status: The status of the response; 200 by default.
    public static func text(_ text: String, status: Status = .ok) -> Response {
      Response(
        status, headers: [.contentType: "text/plain; charset=utf-8"], body: Array(text.utf8))
    }

    /// The status of the response.
    public var status: Status {
      get { head.status }
      set { head.status = newValue }
    }

    /// The header fields of the response.
    public var headers: Fields {
      get { head.fields }
      set { head.fields = newValue }
    }

    /// The content of the response as text, in the charset of the media type.
    ///
    /// The content is read as UTF-8 if the response names no charset or an unsupported charset.
    /// Malformed bytes become replacement characters, and a byte order mark at the start is
    /// removed.
    public var text: String {
      (headers.textCharset ?? .utf8).decode(repairing: body.span)
    }
  }
}

extension HTTP.Fields {
  /// The charset name in the response's media type in lower case. The charset in the media type may
  /// be unsupported.
  package var charsetName: String? {
    guard let value = self[.contentType] else { return nil }
    return (try? HTTP.MediaType(value.bytes.span))?.charset
  }

  /// The charset in the response's media type. The value is `nil` if the charset is missing or
  /// unsupported.
  package var textCharset: TextCharset? { charsetName.flatMap { TextCharset(name: $0) } }
}

extension HTTP.Response: CustomStringConvertible, CustomReflectable {
  /// The head of the response without secrets, and the length of the content.
  public var description: String { "\(head)\n(\(body.count) bytes)" }

  /// An empty mirror, because the description of the response contains all information that may be
  /// shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
