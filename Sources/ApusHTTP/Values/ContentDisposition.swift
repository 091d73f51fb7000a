public import ApusBytes

extension HTTP {
  /// The content disposition of a body, which includes the file name that the sender proposes.
  public struct ContentDisposition: Hashable, Sendable {
    /// The disposition type in lower case: `attachment`, `inline`, `form-data` or another token.
    public let type: String
    /// The parameters of the field as written, including both forms of the file name.
    public let parameters: Parameters
    /// The decoded file name that the sender proposes, which has not been checked.
    ///
    /// The proposed name may be a path, hide its file extension, or name a device. Use
    /// `safeFileName` for files on a disk.
    public let fileName: String?

    /// Reads the value of a `Content-Disposition` field.
    ///
    ///     content-disposition = disposition-type *( ";" disposition-parm )
    ///     disposition-parm    = filename-parm / disp-ext-parm
    ///     filename-parm       = "filename" "=" value / "filename*" "=" ext-value
    ///
    /// RFC 6266 section 4.1.
    ///
    /// The parameter `filename*` takes precedence over `filename` (section 4.3), unless `filename*`
    /// is malformed or has an unsupported charset. In that case, a field without `filename` is
    /// malformed. Many senders omit the quotes around a file name with spaces or commas, so an
    /// unquoted file name extends to the next semicolon.
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
    /// A file name that old and new recipients interpret identically is sent only as `filename`.
    /// Any other file name is sent both as `filename` and as `filename*`. The value of `filename`
    /// has `_` in place of doubtful characters: characters outside ASCII, `"` and `\`, and `%`,
    /// which some recipients decode.
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

    /// Returns the proposed file name in a form that is safe for use in a folder.
    /// The result is `nil` if the sender proposes no name.
    public func safeFileName() throws(FileName.Refusal) -> FileName? {
      guard let fileName else { return nil }
      return try FileName(lastComponentOf: fileName)
    }

    /// Writes the content disposition as a field value.
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
