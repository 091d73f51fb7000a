internal import ApusBytes

extension HTTP {
  /// A request before it is sent: a value that can be kept, changed and sent again.
  ///
  ///     var request = HTTP.Request.get("users/7")
  ///     request.headers["X-Tenant"] = "blue"
  public struct Request: Sendable {
    /// The request's method.
    public var method: Method
    /// The target of the request: a URL, or a reference that the session resolves against its base.
    public var target: Target
    /// The header fields; `Host` and the framing of the body are added when the request is written.
    public var headers: Fields
    /// The content.
    public var body: Body
    /// The options for the session that sends it.
    public var options = RequestOptions()

    /// Creates a request of those parts.
    ///
    /// - Parameters:
    ///   - method: The method of the request, such as `GET`.
    ///   - target: The path below the base, or a whole URL.
    ///   - headers: The headers of the request.
    ///   - body: The content; none by default.
    public init(
      _ method: Method, _ target: Target, headers: Fields = Fields(), body: Body = .empty
    ) {
      self.method = method
      self.target = target
      self.headers = headers
      self.body = body
    }

    /// The URL of the target, if the target is a whole URL, as in a stub; otherwise nil.
    public var url: URL? { try? URL(target.text) }

    /// The target's path, without the server and without the query.
    public var path: String { (try? Reference(target.text))?.path ?? target.text }

    /// The decoded pairs of the target's query, in their order; empty if it cannot be read.
    public var queryItems: [(name: String, value: String?)] {
      guard let query = (try? Reference(target.text))?.query else { return [] }
      return (try? URL.items(of: query)) ?? []
    }

    /// A Boolean value that indicates whether the request may be sent again automatically.
    ///
    /// It may if its method is idempotent and its content can be read again.
    public var isReplayable: Bool { method.isIdempotent && body.replay == .always }
  }
}

extension HTTP.Request {
  /// Makes a GET request for a target.
  ///
  /// - Parameter target: The path below the base, or a whole URL.
  public static func get(_ target: HTTP.Target) -> HTTP.Request { HTTP.Request(.get, target) }

  /// Makes a HEAD request, whose answer has no content.
  ///
  /// - Parameter target: The path below the base, or a whole URL.
  public static func head(_ target: HTTP.Target) -> HTTP.Request { HTTP.Request(.head, target) }

  /// Makes a POST request with content to process.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - body: The content of the request.
  public static func post(_ target: HTTP.Target, _ body: HTTP.Body = .empty) -> HTTP.Request {
    HTTP.Request(.post, target, body: body)
  }

  /// Makes a PUT request, which replaces the target's representation.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - body: The content of the request.
  public static func put(_ target: HTTP.Target, _ body: HTTP.Body = .empty) -> HTTP.Request {
    HTTP.Request(.put, target, body: body)
  }

  /// Makes a PATCH request, which changes a part of the target.
  ///
  /// - Parameters:
  ///   - target: The path below the base, or a whole URL.
  ///   - body: The content of the request.
  public static func patch(_ target: HTTP.Target, _ body: HTTP.Body = .empty) -> HTTP.Request {
    HTTP.Request(.patch, target, body: body)
  }

  /// Makes a DELETE request, which removes the target.
  ///
  /// - Parameter target: The path below the base, or a whole URL.
  public static func delete(_ target: HTTP.Target) -> HTTP.Request { HTTP.Request(.delete, target) }

  /// Makes an OPTIONS request.
  ///
  /// - Parameter target: The path below the base, or a whole URL.
  public static func options(_ target: HTTP.Target) -> HTTP.Request {
    HTTP.Request(.options, target)
  }
}

extension HTTP.Request: CustomStringConvertible, CustomReflectable {
  /// The method, the target and the fields, without secrets and without the content.
  ///
  /// Of the query the names alone are shown.
  public var description: String {
    let method = ForeignText.escaped(method.name.utf8)
    let line = "\(method) \(target.redacted)"
    return headers.isEmpty ? line : "\(line)\n\(headers)"
  }

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
