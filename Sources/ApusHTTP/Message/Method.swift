internal import ApusBytes

extension HTTP {
  /// The method of a request, which is a case-sensitive token.
  ///
  /// A method can contain any text, but the message writer rejects a method that is not a token.
  /// Two methods are equal if their bytes are equal.
  ///
  /// RFC 9110 section 9.
  public struct Method: Sendable {
    /// The name of the method in the request line, such as `GET`.
    public let name: String

    /// The registered method with this name, which the initializer looks up once.
    private let kind: Kind

    private enum Kind: String, CaseIterable {
      case get = "GET"
      case head = "HEAD"
      case post = "POST"
      case put = "PUT"
      case patch = "PATCH"
      case delete = "DELETE"
      case options = "OPTIONS"
      case trace = "TRACE"
      case connect = "CONNECT"
      case other = ""
    }

    /// Creates a method with a name, whose letter case is kept.
    ///
    /// - Parameter name: The case-sensitive method name.
    public init(_ name: String) {
      self.name = name
      kind = Kind.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) } ?? .other
    }

    public static let get = Method("GET")
    public static let head = Method("HEAD")
    public static let post = Method("POST")
    public static let put = Method("PUT")
    public static let patch = Method("PATCH")
    public static let delete = Method("DELETE")
    public static let options = Method("OPTIONS")
    public static let trace = Method("TRACE")
    public static let connect = Method("CONNECT")

    /// A Boolean value that indicates whether the method is safe. RFC 9110 section 9.2.1.
    public var isSafe: Bool {
      switch kind {
      case .get, .head, .options, .trace: true
      case .post, .put, .patch, .delete, .connect, .other: false
      }
    }

    /// A Boolean value that indicates whether the method is idempotent. RFC 9110 section 9.2.2.
    public var isIdempotent: Bool { isSafe || kind == .put || kind == .delete }

    /// A Boolean value that indicates whether a request without content needs the field
    /// `Content-Length: 0`. RFC 9110 section 8.6.
    var anticipatesContent: Bool { kind == .post || kind == .put || kind == .patch }

    public static func == (left: Method, right: Method) -> Bool {
      guard left.kind == .other, right.kind == .other else { return left.kind == right.kind }
      // Two strings that are equal in Swift may have different bytes.
      return left.name.utf8.elementsEqual(right.name.utf8)
    }
  }
}

extension HTTP.Method: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name }

  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
  }
}

/// A method is encoded as its name. Decoding fails if the name is not a token. RFC 9110 section
/// 9.1.
extension HTTP.Method: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard HTTP.Token.isToken(name) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "the encoded request method \(ForeignText.escaped(name.utf8)) is not valid")
    }
    self.init(name)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
