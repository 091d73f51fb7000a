public import ApusBytes

extension HTTP {
  /// A media type, such as `text/html; charset=utf-8`.
  ///
  /// The type, the subtype and the parameter names are converted to lower case. A comparison of two
  /// media types ignores the letter case of these names, but not of the parameter values.
  public struct MediaType: Hashable, Sendable {
    /// The type of the media type: the part before the slash, in lower case.
    public let type: String
    /// The subtype of the media type: the part after the slash, in lower case.
    public let subtype: String
    /// The parameters of the media type, such as `charset=utf-8`.
    public var parameters: Parameters

    /// Creates a media type from a type and a subtype, which must be tokens other than `*`.
    ///
    /// - Parameters:
    ///   - type: The token before the slash.
    ///   - subtype: The token after the slash.
    ///   - parameters: The names and values of the media type's parameters.
    public init(
      _ type: String, _ subtype: String, _ parameters: KeyValuePairs<String, String> = [:]
    ) throws(InvalidValue) {
      let type = try Token.lowercased(type)
      let subtype = try Token.lowercased(subtype)
      guard type != "*", subtype != "*" else { throw .unexpectedByte(0x2a, at: 0) }
      self.init(type: type, subtype: subtype, parameters: try Parameters(parameters))
    }

    /// Parses a media type, such as the value of a `Content-Type` field.
    ///
    ///     media-type = type "/" subtype parameters
    ///     type       = token
    ///     subtype    = token
    ///
    /// RFC 9110 section 8.3.1.
    ///
    /// - Parameter bytes: The bytes of the field value without surrounding white space.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(0..<bytes.count)
      let (type, subtype) = try cursor.readTypes(in: bytes)
      let parameters = try Parameters(from: &cursor, in: bytes)
      self.init(type: type, subtype: subtype, parameters: parameters)
    }

    /// Parses a media type, such as the value of a `Content-Type` field.
    ///
    /// - Parameter text: The text of the field value without surrounding white space.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    /// Parses the type and the subtype of a media type, and ignores the parameters, which may be
    /// malformed.
    ///
    /// - Parameter bytes: The bytes of the field value without surrounding white space.
    public init(ignoringParametersOf bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(try Self.essence(in: bytes))
      let (type, subtype) = try cursor.readTypes(in: bytes)
      self.init(type: type, subtype: subtype)
    }

    /// Returns the byte range of the type and the subtype of a media type, and ignores the
    /// parameters.
    package static func essence(in bytes: Span<UInt8>) throws(InvalidValue) -> Range<Int> {
      var cursor = Cursor(0..<bytes.count)
      cursor.skipWhitespace(in: bytes)
      let start = cursor.position
      _ = try cursor.readTypeName(in: bytes)
      try cursor.expect(0x2f, in: bytes)
      let end = try cursor.readTypeName(in: bytes).upperBound
      cursor.skipWhitespace(in: bytes)
      if !cursor.isAtEnd { try cursor.expect(0x3b, in: bytes) }
      return start..<end
    }

    /// Creates a media type from a valid lower-case type and subtype.
    init(type: String, subtype: String, parameters: Parameters = Parameters()) {
      self.type = type
      self.subtype = subtype
      self.parameters = parameters
    }

    /// The type and the subtype of the media type without parameters, such as `text/html`.
    public var essence: String { "\(type)/\(subtype)" }

    /// The charset name of the media type in lower case, because charset names are not
    /// case-sensitive.
    public var charset: String? {
      guard let bytes = parameters["charset"]?.bytes else { return nil }
      return bytes.span.lowercasedText(0..<bytes.count)
    }

    /// The structured syntax suffix of the media type, such as `json` in
    /// `application/problem+json`.
    ///
    /// RFC 6838 section 4.2.8.
    public var suffix: String? {
      guard let plus = subtype.utf8.lastIndex(of: 0x2b) else { return nil }
      return String(subtype[subtype.utf8.index(after: plus)...])
    }

    /// Writes the media type with its parameters as a field value.
    ///
    /// - Parameter writer: The writer that receives the bytes.
    public func write(to writer: inout ByteWriter) {
      writer.write(type)
      writer.write("/")
      writer.write(subtype)
      parameters.write(to: &writer)
    }
  }
}

extension HTTP.MediaType: CustomStringConvertible {
  public var description: String {
    var writer = ByteWriter()
    write(to: &writer)
    return String(fieldBytes: writer.bytes)
  }
}

extension HTTP.MediaType {
  /// The media type `application/json`.
  public static let json = HTTP.MediaType(type: "application", subtype: "json")
  /// The media type `application/octet-stream`.
  public static let octetStream = HTTP.MediaType(type: "application", subtype: "octet-stream")
  /// The media type `application/x-www-form-urlencoded`.
  public static let form = HTTP.MediaType(type: "application", subtype: "x-www-form-urlencoded")
  /// The media type `text/plain`.
  public static let plainText = HTTP.MediaType(type: "text", subtype: "plain")
  /// The media type `text/html`.
  public static let html = HTTP.MediaType(type: "text", subtype: "html")
}

extension Cursor {
  /// Reads the type, the slash and the subtype of a media type. The token `*` is rejected.
  fileprivate mutating func readTypes(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> (type: String, subtype: String) {
    skipWhitespace(in: bytes)
    let type = try readTypeName(in: bytes)
    try expect(0x2f, in: bytes)
    let subtype = try readTypeName(in: bytes)
    return (bytes.lowercasedText(type), bytes.lowercasedText(subtype))
  }

  fileprivate mutating func readTypeName(
    in bytes: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> Range<Int> {
    let name = try readToken(in: bytes)
    guard name.count > 1 || bytes[name.lowerBound] != 0x2a else {
      throw .unexpectedByte(0x2a, at: name.lowerBound)
    }
    return name
  }
}
