extension HTTP {
  /// A response with its whole content.
  public struct Response: Sendable, Hashable {
    /// The status, the version and the fields.
    public var head: ResponseHead
    /// The content.
    public var body: [UInt8]
    /// The fields that came behind the content.
    public var trailers: Fields

    /// Creates a response of those parts.
    public init(_ head: ResponseHead, body: [UInt8] = [], trailers: Fields = Fields()) {
      self.head = head
      self.body = body
      self.trailers = trailers
    }

    /// Creates a response of a status, fields and content, as a stub answers.
    public init(_ status: Status, headers: Fields = Fields(), body: [UInt8] = []) {
      self.init(ResponseHead(status, fields: headers), body: body)
    }

    /// What became of the request.
    public var status: Status {
      get { head.status }
      set { head.status = newValue }
    }

    /// The fields.
    public var headers: Fields {
      get { head.fields }
      set { head.fields = newValue }
    }

    /// The content as text; bytes that are not UTF-8 become replacement characters.
    public var text: String { String(decoding: body, as: UTF8.self) }
  }
}

extension HTTP.Response: CustomStringConvertible {
  /// The head, without secrets, and how much content follows.
  public var description: String { "\(head)\n(\(body.count) bytes)" }
}
