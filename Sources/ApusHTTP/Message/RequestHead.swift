extension HTTP {
  /// The head of a request.
  ///
  /// RFC 9112 section 3.
  public struct RequestHead: Sendable, Hashable {
    /// The method, case kept.
    public var method: Method
    /// The target, as in the request line.
    public var target: RequestTarget
    /// The version, as the client stated it.
    public var version: Version
    /// The headers.
    package var fields: Fields

    /// The headers.
    public var headers: Fields {
      get { fields }
      set { fields = newValue }
      _modify { yield &fields }
    }

    /// Creates a head of those parts.
    ///
    /// - Parameters:
    ///   - method: The method of the request, such as `GET`.
    ///   - target: The target in the form that it is sent in.
    ///   - version: The version of HTTP; 1.1 by default.
    ///   - headers: The header fields in their order.
    public init(
      _ method: Method, _ target: RequestTarget, version: Version = .http11, headers: Fields = [:]
    ) {
      self.init(method, target, version: version, fields: headers)
    }

    /// Creates a head of those parts.
    package init(
      _ method: Method, _ target: RequestTarget, version: Version = .http11, fields: Fields
    ) {
      self.method = method
      self.target = target
      self.version = version
      self.fields = fields
    }

    /// A Boolean value that indicates whether the client waits for `100 Continue` before the body.
    ///
    /// RFC 9110 section 10.1.1.
    public var expectsContinue: Bool {
      version.isAtLeast11 && fields.list(.expect, contains: "100-continue")
    }
  }

  /// A request target: the second word of the request line, in one of four forms.
  ///
  ///     request-target = origin-form / absolute-form / authority-form / asterisk-form
  ///
  /// RFC 9112 section 3.2.
  public struct RequestTarget: Sendable, Hashable {
    /// The four forms of a target.
    public enum Form: String, Sendable, Hashable, CaseIterable {
      /// A path with an optional query, for an origin server.
      case origin
      /// A whole URL, for a proxy.
      case absolute
      /// A host and port: where `CONNECT` leads.
      case authority
      /// `*`: the server as a whole, for `OPTIONS`.
      case asterisk
    }

    /// The form.
    public let form: Form
    /// The text on the wire.
    public let text: String

    /// Creates a target from its text; the writer rejects text that does not match the form.
    ///
    /// - Parameters:
    ///   - form: The form that the method and the route require.
    ///   - text: The text as it is sent.
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

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
