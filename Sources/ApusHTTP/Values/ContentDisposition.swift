public import ApusBytes

extension HTTP {
  /// The value of a `Content-Disposition` field, which can contain a proposed file name.
  public struct ContentDisposition: Hashable, Sendable {
    /// The disposition type in lower case: `attachment`, `inline`, `form-data` or another token.
    public let type: String
    /// The parameters of the `Content-Disposition` field, including `filename` and `filename*`.
    public let parameters: Parameters
    /// The decoded file name that the sender proposes, without any security checks.
    ///
    /// The proposed file name may be a path, hide its file extension, or be the name of a Windows
    /// device. Use `safeFileName` to create a file.
    public let fileName: String?

    /// Reads the value of a `Content-Disposition` field.
    ///
    ///     content-disposition = disposition-type *( ";" disposition-parm )
    ///     disposition-parm    = filename-parm / disp-ext-parm
    ///     filename-parm       = "filename" "=" value / "filename*" "=" ext-value
    ///
    /// RFC 6266 section 4.1.
    ///
    /// The parameter `filename*` takes precedence over `filename` (section 4.3). A parameter
    /// `filename*` that is malformed or has an unsupported charset is ignored if `filename` is
    /// present, and is otherwise an error. Many senders omit the quotes around a file name with
    /// spaces or commas, so an unquoted file name ends at the next semicolon.
    ///
    /// - Parameter bytes: The bytes of the field value without surrounding white space.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(0..<bytes.count)
      cursor.skipWhitespace(in: bytes)
      type = bytes.lowercasedText(try cursor.readToken(in: bytes))
      parameters = try Parameters(
        from: &cursor, in: bytes, withLooseValues: ["filename", "filename*"])
      fileName = try Self.fileName(in: parameters)
    }

    /// Reads the value of a `Content-Disposition` field.
    ///
    /// - Parameter text: The text of the field value without surrounding white space.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    /// Creates a content disposition for sending.
    ///
    /// A simple ASCII file name is sent only as `filename`. Any other file name is sent both as
    /// `filename` and as `filename*`. In `filename`, a `_` replaces each non-ASCII character and
    /// the characters `"`, `\` and `%`.
    ///
    /// RFC 6266 appendix D.
    ///
    /// - Parameters:
    ///   - type: The disposition type, such as `attachment` or `form-data`.
    ///   - fileName: The name of the file; `nil` for no file name.
    public init(type: String, fileName: String? = nil) throws(InvalidValue) {
      self.type = try Token.lowercased(type)
      self.fileName = fileName
      var parameters = Parameters()
      if let fileName {
        let plain = Self.plainName(fileName)
        try parameters.append(Parameter("filename", plain))
        if plain != fileName {
          var writer = ByteWriter()
          ExtendedValue(fileName).write(to: &writer)
          try parameters.append(Parameter(name: "filename*", bytes: writer.bytes))
        }
      }
      self.parameters = parameters
    }

    /// Returns the proposed file name after security checks. The result is `nil` if the sender
    /// proposes no file name.
    public func safeFileName() throws(FileName.Refusal) -> FileName? {
      guard let fileName else { return nil }
      return try FileName(lastComponentOf: fileName)
    }

    /// Writes the value of a `Content-Disposition` field.
    ///
    /// - Parameter writer: The writer that receives the bytes.
    public func write(to writer: inout ByteWriter) {
      writer.write(type)
      parameters.write(to: &writer)
    }

    private static func fileName(in parameters: Parameters) throws(InvalidValue) -> String? {
      let plain = parameters["filename"]?.value
      guard let extended = parameters["filename*"] else { return plain }
      do throws(InvalidValue) {
        return try ExtendedValue(extended.bytes.span).text
      } catch {
        guard let plain else { throw error }
        return plain
      }
    }

    private static func plainName(_ name: String) -> String {
      let doubtful = ByteSet("\"\\%")
      let scalars = name.unicodeScalars.lazy.map { scalar in
        scalar.isASCII && !doubtful.contains(UInt8(truncatingIfNeeded: scalar.value))
          ? scalar : "_"
      }
      return String(String.UnicodeScalarView(scalars))
    }
  }
}

extension HTTP.ContentDisposition: CustomStringConvertible {
  public var description: String {
    var writer = ByteWriter()
    write(to: &writer)
    return String(fieldBytes: writer.bytes)
  }
}
