public import ApusBytes

extension HTTP {
  /// A set of media types: `*/*`, `text/*` or `text/html`, perhaps with parameters.
  public struct MediaRange: Hashable, Sendable {
    /// The type that is meant, in lower case, or nil for every type.
    public let type: String?
    /// The subtype that is meant, in lower case, or nil for every subtype.
    public let subtype: String?
    /// The parameters that a media type must have.
    public let parameters: Parameters

    /// The set of every media type.
    public static let everything = MediaRange(type: nil, subtype: nil, parameters: Parameters())

    /// Creates the set of one media type, and of those with more parameters.
    ///
    /// - Parameter mediaType: The type, whose parameters a type in the set must have.
    public init(_ mediaType: MediaType) {
      self.init(
        type: mediaType.type, subtype: mediaType.subtype, parameters: mediaType.parameters)
    }

    /// Reads a media range, without a weight.
    ///
    ///     media-range = ( "*/*" / ( type "/" "*" ) / ( type "/" subtype ) ) parameters
    ///
    /// RFC 9110 section 12.5.1.
    ///
    /// - Parameter bytes: The value of the field, without white space around it.
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

    /// Reads a media range, without a weight.
    ///
    /// - Parameter text: The value of the field, without white space around it.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    init(type: String?, subtype: String?, parameters: Parameters) {
      self.type = type
      self.subtype = subtype
      self.parameters = parameters
    }

    /// Returns whether the media type is in the set.
    ///
    /// A charset is compared without case, as every other value is with.
    ///
    /// - Parameter mediaType: The type to find.
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

    /// The specificity of the range; of two that match, the more specific one counts.
    ///
    /// RFC 9110 section 12.5.1.
    public var specificity: Int {
      let names = (type == nil ? 0 : 1) + (subtype == nil ? 0 : 1)
      return names * (Parameters.limit + 1) + parameters.all.count
    }

    /// Writes the media range as a field has it.
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
