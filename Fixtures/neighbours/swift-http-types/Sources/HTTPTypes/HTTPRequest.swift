/// The head of a request, whose target is in its parts.
public struct HTTPRequest: Sendable, Hashable {
  /// A method: a token with its letter case.
  public struct Method: Sendable, Hashable, RawRepresentable, LosslessStringConvertible {
    public let rawValue: String

    public static var get: Self { Self("GET")! }

    public init?(_ method: String) {
      guard HTTPField.Name(method) != nil else { return nil }
      rawValue = method
    }

    public init?(rawValue: String) { self.init(rawValue) }

    public var description: String { rawValue }
  }

  /// The parts of the request line, as fields.
  public struct PseudoHeaderFields: Sendable, Hashable {
    public var method: HTTPField
    public var scheme: HTTPField?
    public var authority: HTTPField?
    public var path: HTTPField?
    public var extendedConnectProtocol: HTTPField?
  }

  public var pseudoHeaderFields: PseudoHeaderFields
  public var headerFields: HTTPFields

  public init(
    method: Method, scheme: String?, authority: String?, path: String?,
    headerFields: HTTPFields = [:]
  ) {
    pseudoHeaderFields = PseudoHeaderFields(
      method: Self.pseudo(":method", method.rawValue),
      scheme: scheme.map { Self.pseudo(":scheme", $0) },
      authority: authority.map { Self.pseudo(":authority", $0) },
      path: path.map { Self.pseudo(":path", $0) })
    self.headerFields = headerFields
  }

  public var method: Method {
    get { Method(pseudoHeaderFields.method.value)! }
    set { pseudoHeaderFields.method.value = newValue.rawValue }
  }

  public var scheme: String? {
    get { pseudoHeaderFields.scheme?.value }
    set { pseudoHeaderFields.scheme = newValue.map { Self.pseudo(":scheme", $0) } }
  }

  public var authority: String? {
    get { pseudoHeaderFields.authority?.value }
    set { pseudoHeaderFields.authority = newValue.map { Self.pseudo(":authority", $0) } }
  }

  public var path: String? {
    get { pseudoHeaderFields.path?.value }
    set { pseudoHeaderFields.path = newValue.map { Self.pseudo(":path", $0) } }
  }

  public var extendedConnectProtocol: String? {
    get { pseudoHeaderFields.extendedConnectProtocol?.value }
    set {
      pseudoHeaderFields.extendedConnectProtocol = newValue.map { Self.pseudo(":protocol", $0) }
    }
  }

  static func pseudo(_ name: String, _ value: String) -> HTTPField {
    HTTPField(name: HTTPField.Name(parsed: name)!, value: value)
  }
}
