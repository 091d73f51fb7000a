extension HTTP {
  /// The head of a request: the request line and the header fields.
  ///
  /// RFC 9112 section 3.
  public struct RequestHead: Sendable, Hashable {
    /// The method of the request, whose letter case is kept.
    public var method: Method
    /// The request target in the form of the request line.
    public var target: RequestTarget
    /// The HTTP version in the request line.
    public var version: Version
    /// The header fields of the request.
    package var fields: Fields

    /// The header fields of the request.
    public var headers: Fields {
      get { fields }
      set { fields = newValue }
      _modify { yield &fields }
    }

    /// Creates a request head from its method, target, version and header fields.
    ///
    /// - Parameters:
    ///   - method: The method of the request, such as `GET`.
    ///   - target: The request target in the form of the request line.
    ///   - version: The version of HTTP; 1.1 by default.
    ///   - headers: The header fields in order.
    public init(
      _ method: Method, _ target: RequestTarget, version: Version = .http11, headers: Fields = [:]
    ) {
      self.init(method, target, version: version, fields: headers)
    }

    /// Creates a request head from its method, target, version and header fields.
    package init(
      _ method: Method, _ target: RequestTarget, version: Version = .http11, fields: Fields
    ) {
      self.method = method
      self.target = target
      self.version = version
      self.fields = fields
    }

    /// A Boolean value that indicates whether the client waits for `100 Continue` before it sends
    /// the body.
    ///
    /// RFC 9110 section 10.1.1.
    public var expectsContinue: Bool {
      version.isAtLeast11 && fields.list(.expect, contains: "100-continue")
    }
  }

  /// The request target in a request line, such as the path `/users/7`.
  ///
  ///     request-target = origin-form / absolute-form / authority-form / asterisk-form
  ///
  /// RFC 9112 section 3.2.
  public struct RequestTarget: Sendable, Hashable {
    /// The four forms of a request target.
    public enum Form: String, Sendable, Hashable, CaseIterable {
      /// The origin form: a path with an optional query, for an origin server.
      case origin
      /// The absolute form: an absolute URL, for a proxy.
      case absolute
      /// The authority form: the host and port of the server that `CONNECT` requests.
      case authority
      /// The asterisk form `*`: the server as a whole, for `OPTIONS`.
      case asterisk
    }

    /// The form of the request target.
    public let form: Form
    /// The text of the request target in the request line.
    public let text: String

    /// Creates a request target from a form and a text. The message writer rejects a text that does
    /// not match the form.
    ///
    /// - Parameters:
    ///   - form: The form that the method and the route require.
    ///   - text: The text of the target in the request line.
    public init(_ form: Form, _ text: String) {
      self.form = form
      self.text = text
    }
  }
}

extension HTTP.RequestTarget: CustomStringConvertible {
  public var description: String { text }
}

extension HTTP.RequestHead: CustomStringConvertible, CustomReflectable {
  public var description: String {
    let method = ForeignText.escaped(method.name.utf8)
    let target = HTTP.Target.reference(target.text).redacted
    return "\(method) \(target) HTTP/\(version)\n\(fields)"
  }

  /// An empty mirror, because the description of the request target contains all information that
  /// may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
