public import ApusBytes

extension HTTP {
  /// A set of media types, such as `*/*`, `text/*` or `text/html`, optionally with parameters.
  public struct MediaRange: Hashable, Sendable {
    /// The type of the media range in lower case, such as `text`. The value is `nil` if the range
    /// contains every type.
    public let type: String?
    /// The subtype of the media range in lower case, such as `html`. The value is `nil` if the
    /// range contains every subtype.
    public let subtype: String?
    /// The parameters that a media type must have to match the media range.
    public let parameters: Parameters

    /// The media range `*/*`, which contains all media types.
    public static let everything = MediaRange(type: nil, subtype: nil, parameters: Parameters())

    /// Creates a media range from a media type. The range also contains the media type with
    /// additional parameters.
    ///
    /// - Parameter mediaType: The media type, whose parameters are required in the range.
    public init(_ mediaType: MediaType) {
      self.init(
        type: mediaType.type, subtype: mediaType.subtype, parameters: mediaType.parameters)
    }

    /// Parses a media range, such as `text/*`, without a weight.
    ///
    ///     media-range = ( "*/*" / ( type "/" "*" ) / ( type "/" subtype ) ) parameters
    ///
    /// RFC 9110 section 12.5.1.
    ///
    /// - Parameter bytes: The bytes of the field value without surrounding white space.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(0..<bytes.count)
      cursor.skipWhitespace(in: bytes)
      let type = bytes.lowercasedText(try cursor.readToken(in: bytes))
      try cursor.expect(0x2f, in: bytes)
      let at = cursor.position
      let subtype = bytes.lowercasedText(try cursor.readToken(in: bytes))
      guard type != "*" || subtype == "*" else { throw .unexpectedByte(bytes[at], at: at) }
      self.init(
        type: type == "*" ? nil : type, subtype: subtype == "*" ? nil : subtype,
        parameters: try Parameters(from: &cursor, in: bytes))
    }

    /// Parses a media range, such as `text/*`, without a weight.
    ///
    /// - Parameter text: The text of the field value without surrounding white space.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    init(type: String?, subtype: String?, parameters: Parameters) {
      self.type = type
      self.subtype = subtype
      self.parameters = parameters
    }

    /// Returns whether the media range contains a media type.
    ///
    /// The values of `charset` parameters are compared without letter case. All other parameter
    /// values are compared with letter case.
    ///
    /// - Parameter mediaType: The media type to check.
    public func contains(_ mediaType: MediaType) -> Bool {
      guard type == nil || type == mediaType.type,
        subtype == nil || subtype == mediaType.subtype
      else { return false }
      return parameters.all.allSatisfy { wanted in
        guard let found = mediaType.parameters[wanted.name] else { return false }
        guard wanted.name == "charset" else { return found == wanted }
        return ASCII.equalsIgnoringCase(found.bytes.span, wanted.bytes.span)
      }
    }

    /// The specificity of the media range. If two media ranges contain a media type, the more
    /// specific range applies.
    ///
    /// RFC 9110 section 12.5.1.
    public var specificity: Int {
      let names = (type == nil ? 0 : 1) + (subtype == nil ? 0 : 1)
      return names * (Parameters.limit + 1) + parameters.all.count
    }

    /// Writes the media range as a field value.
    ///
    /// - Parameter writer: The writer that receives the bytes.
    public func write(to writer: inout ByteWriter) {
      writer.write(type ?? "*")
      writer.write("/")
      writer.write(subtype ?? "*")
      parameters.write(to: &writer)
    }
  }
}

extension HTTP.MediaRange: CustomStringConvertible {
  public var description: String {
    var writer = ByteWriter()
    write(to: &writer)
    return String(fieldBytes: writer.bytes)
  }
}
