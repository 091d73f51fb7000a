extension HTTP {
  /// What a request asks for: a token, whose case counts.
  ///
  /// Any text can be held; the writer refuses what is not a token. Two methods are the same when
  /// their bytes are.
  ///
  /// RFC 9110 section 9.
  public struct Method: Sendable {
    /// The method as it stands in the request line.
    public let name: String

    /// The method of that name, case kept.
    public init(_ name: String) { self.name = name }

    public static let get = Method("GET")
    public static let head = Method("HEAD")
    public static let post = Method("POST")
    public static let put = Method("PUT")
    public static let patch = Method("PATCH")
    public static let delete = Method("DELETE")
    public static let options = Method("OPTIONS")
    public static let trace = Method("TRACE")
    public static let connect = Method("CONNECT")

    /// Whether the request asks for no change of state. RFC 9110 section 9.2.1.
    public var isSafe: Bool {
      self == .get || self == .head || self == .options || self == .trace
    }

    /// Whether sending it twice means what sending it once means. RFC 9110 section 9.2.2.
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether a request without content says so by `Content-Length: 0`. RFC 9110 section 8.6.
    var anticipatesContent: Bool { self == .post || self == .put || self == .patch }
  }
}

extension HTTP.Method: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name }

  public static func == (left: HTTP.Method, right: HTTP.Method) -> Bool {
    // Strings that Swift calls equal may differ in their bytes.
    let (left, right) = (left.name.utf8Span.span, right.name.utf8Span.span)
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}
