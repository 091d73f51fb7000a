public import ApusBytes

extension HTTP {
  /// The treatment of a body, with the file name from its sender.
  public struct ContentDisposition: Hashable, Sendable {
    /// `attachment`, `inline`, `form-data` or another token, in lower case.
    public let type: String
    /// The parameters as they were written, both forms of the file name among them.
    public let parameters: Parameters
    /// The file name that the sender proposes, decoded but not checked.
    ///
    /// It may be a path, hide its ending or name a device: `safeFileName` is for disks.
    public let fileName: String?

    /// Reads the value of `Content-Disposition`.
    ///
    ///     content-disposition = disposition-type *( ";" disposition-parm )
    ///     disposition-parm    = filename-parm / disp-ext-parm
    ///     filename-parm       = "filename" "=" value / "filename*" "=" ext-value
    ///
    /// RFC 6266 section 4.1.
    ///
    /// `filename*` takes precedence over `filename` (section 4.3), unless it is malformed or in an
    /// unsupported charset; without a `filename` such a field is malformed. Many senders omit the
    /// quotes around a name with spaces or commas: the name then extends to the next semicolon.
    ///
    /// - Parameter bytes: The value of the field, without white space around it.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      var cursor = Cursor(0..<bytes.count)
      cursor.skipWhitespace(in: bytes)
      type = bytes.lowercasedText(try cursor.readToken(in: bytes))
      parameters = try Parameters(
        from: &cursor, in: bytes, withLooseValues: ["filename", "filename*"])
      fileName = try Self.fileName(in: parameters)
    }

    /// Reads the value of `Content-Disposition`.
    ///
    /// - Parameter text: The value of the field, without white space around it.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    /// Creates a disposition to be sent.
    ///
    /// A name that old and new recipients read alike is sent as `filename` only. Any other is sent
    /// as `filename*`, after a `filename` with `_` in place of doubtful characters: characters
    /// outside ASCII, `"` and `\`, and `%`, which some recipients decode.
    ///
    /// RFC 6266 appendix D.
    ///
    /// - Parameters:
    ///   - type: The type, such as `attachment` or `form-data`.
    ///   - fileName: The name of the file; nil for none.
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

    /// Returns the proposed name made fit for a folder; nil if none is proposed.
    public func safeFileName() throws(FileName.Refusal) -> FileName? {
      guard let fileName else { return nil }
      return try FileName(lastComponentOf: fileName)
    }

    /// Writes the disposition as a field has it.
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
