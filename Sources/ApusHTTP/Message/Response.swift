extension HTTP {
  /// A response with its whole content.
  ///
  ///     let response = try await api.get("users/7")
  ///     print(response.status, response.headers[.etag] ?? "", response.body.count)
  public struct Response: Sendable, Hashable {
    /// The status, the version and the fields.
    public var head: ResponseHead
    /// The content.
    public var body: [UInt8]
    /// The fields after the content.
    public var trailers: Fields

    /// Creates a response of those parts.
    ///
    /// - Parameters:
    ///   - head: The status and the headers.
    ///   - body: The content, without codings.
    ///   - trailers: The fields after the content.
    public init(_ head: ResponseHead, body: [UInt8] = [], trailers: Fields = Fields()) {
      self.head = head
      self.body = body
      self.trailers = trailers
    }

    /// Creates a response of a status, fields and content, as a stub answers.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - headers: The headers of the response.
    ///   - body: The content.
    public init(_ status: Status, headers: Fields = Fields(), body: [UInt8] = []) {
      self.init(ResponseHead(status, fields: headers), body: body)
    }

    /// Returns text in UTF-8 as a response, as a stub or a server answers.
    ///
    /// - Parameters:
    ///   - text: The content.
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

    /// The fields.
    public var headers: Fields {
      get { head.fields }
      set { head.fields = newValue }
    }

    /// The content as text, in the charset of the media type.
    ///
    /// It is read as UTF-8 if the response names no charset, or an unsupported one. Malformed bytes
    /// become replacement characters, and a byte order mark at the start is dropped.
    public var text: String {
      (headers.textCharset ?? .utf8).decode(repairing: body.span)
    }
  }
}

extension HTTP.Fields {
  /// The charset that the media type names, in lower case, supported or not.
  package var charsetName: String? {
    guard let value = self[.contentType] else { return nil }
    return (try? HTTP.MediaType(value.bytes.span))?.charset
  }

  /// The charset of text content; nil if none is named, or an unsupported one.
  package var textCharset: TextCharset? { charsetName.flatMap { TextCharset(name: $0) } }
}

extension HTTP.Response: CustomStringConvertible, CustomReflectable {
  /// The head, without secrets, and the length of the content.
  public var description: String { "\(head)\n(\(body.count) bytes)" }

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
