internal import ApusBytes

extension HTTP {
  /// An HTTP request, which a program can store, change and send repeatedly.
  ///
  ///     var request = HTTP.Request.get("users/7")
  ///     request.headers["X-Tenant"] = "blue"
  public struct Request: Sendable {
    /// The method of the request.
    public var method: Method
    /// The target of the request:
    /// a URL, or a reference that the session resolves against its base URL.
    public var target: Target
    /// The header fields of the request.
    /// The `Host` field and the fields of the body framing are added when the request is written.
    public var headers: Fields
    /// The content of the request.
    public var body: Body
    /// The options for the session that sends the request.
    public var options = RequestOptions()

    /// Creates a request from its method, target, header fields and body.
    ///
    /// - Parameters:
    ///   - method: The method of the request, such as `GET`.
    ///   - target: The path below the session's base URL, or an absolute URL.
    ///   - headers: The header fields of the request.
    ///   - body: The content of the request; no content by default.
    public init(
      _ method: Method, _ target: Target, headers: Fields = Fields(), body: Body = .empty
    ) {
      self.method = method
      self.target = target
      self.headers = headers
      self.body = body
    }

    /// The URL of the request. The value is `nil` if the request's target is not an absolute URL.
    public var url: URL? { try? URL(target.text) }

    /// The path of the request's target, without the server and the query.
    public var path: String { (try? Reference(target.text))?.path ?? target.text }

    /// The decoded names and values of the query parameters, in order. The array is empty if the
    /// query is malformed.
    public var queryItems: [(name: String, value: String?)] {
      guard let query = (try? Reference(target.text))?.query else { return [] }
      return (try? URL.items(of: query)) ?? []
    }

    /// A Boolean value that indicates whether the session may send the request again automatically.
    ///
    /// A request is replayable if its method is idempotent and its body can be read again.
    public var isReplayable: Bool { method.isIdempotent && body.replay == .always }
  }
}

extension HTTP.Request {
  /// Returns a GET request for a target.
  ///
  /// - Parameter target: The path below the session's base URL, or an absolute URL.
  public static func get(_ target: HTTP.Target) -> HTTP.Request { HTTP.Request(.get, target) }

  /// Returns a HEAD request, whose response has no content.
  ///
  /// - Parameter target: The path below the session's base URL, or an absolute URL.
  public static func head(_ target: HTTP.Target) -> HTTP.Request { HTTP.Request(.head, target) }

  /// Returns a POST request with content for the server to process.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or an absolute URL.
  ///   - body: The content of the request.
  public static func post(_ target: HTTP.Target, _ body: HTTP.Body = .empty) -> HTTP.Request {
    HTTP.Request(.post, target, body: body)
  }

  /// Returns a PUT request, which replaces the representation of the target.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or an absolute URL.
  ///   - body: The content of the request.
  public static func put(_ target: HTTP.Target, _ body: HTTP.Body = .empty) -> HTTP.Request {
    HTTP.Request(.put, target, body: body)
  }

  /// Returns a PATCH request, which changes a part of the target.
  ///
  /// - Parameters:
  ///   - target: The path below the session's base URL, or an absolute URL.
  ///   - body: The content of the request.
  public static func patch(_ target: HTTP.Target, _ body: HTTP.Body = .empty) -> HTTP.Request {
    HTTP.Request(.patch, target, body: body)
  }

  /// Returns a DELETE request, which removes the target.
  ///
  /// - Parameter target: The path below the session's base URL, or an absolute URL.
  public static func delete(_ target: HTTP.Target) -> HTTP.Request { HTTP.Request(.delete, target) }

  /// Returns an OPTIONS request for a target.
  ///
  /// - Parameter target: The path below the session's base URL, or an absolute URL.
  public static func options(_ target: HTTP.Target) -> HTTP.Request {
    HTTP.Request(.options, target)
  }
}

extension HTTP.Request: CustomStringConvertible, CustomReflectable {
  /// The method, target and header fields of the request, without secrets and without the content.
  ///
  /// The description contains the names of the query parameters but omits their values.
  public var description: String {
    let method = ForeignText.escaped(method.name.utf8)
    let line = "\(method) \(target.redacted)"
    return headers.isEmpty ? line : "\(line)\n\(headers)"
  }

  /// An empty mirror, because the description of the request contains all information that may be
  /// shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
