internal import ApusBytes
public import ApusHTTP

extension Multipart {
  /// A part of a multipart body, such as a form field or a file.
  public struct Part: Sendable {
    /// The header fields of the part: `Content-Disposition`, `Content-Type` and then any other
    /// fields.
    public let headers: HTTP.Fields
    /// The content of the multipart body's part.
    public let body: HTTP.Body

    private init(_ headers: HTTP.Fields, _ body: HTTP.Body) {
      self.headers = headers
      self.body = body
    }

    /// Returns a part with the header fields of this part and another body.
    package func replacingBody(_ body: HTTP.Body) -> Part { Part(headers, body) }

    /// Returns a part with the given header fields and content. The function throws an error if a
    /// header field is invalid.
    ///
    /// - Parameters:
    ///   - headers: The header fields of the part.
    ///   - body: The content of the part.
    public static func part(
      headers: HTTP.Fields, _ body: HTTP.Body
    ) throws(Multipart.Failure) -> Part {
      for field in headers {
        guard HTTP.Token.isToken(field.name.text),
          field.value.bytes.allSatisfy({ HTTP.QuotedString.bytes.contains($0) })
        else { throw .invalidField(field.name) }
      }
      var sorted = HTTP.Fields()
      let first: [HTTP.FieldName] = [.contentDisposition, .contentType]
      for name in first {
        for value in headers.values(of: name) { sorted.append(name, value) }
      }
      for field in headers where !first.contains(field.name) {
        sorted.append(field.name, field.value)
      }
      return Part(sorted, body)
    }

    /// Returns a part that contains a text field of a form.
    ///
    /// - Parameters:
    ///   - name: The name of the field in the form.
    ///   - value: The text of the field.
    public static func field(_ name: String, _ value: String) -> Part {
      field(name, Array(value.utf8))
    }

    /// Returns a part that contains a form field with a binary value.
    ///
    /// - Parameters:
    ///   - name: The name of the field in the form.
    ///   - value: The content of the field.
    public static func field(_ name: String, _ value: [UInt8]) -> Part {
      Part([.contentDisposition: disposition(name, nil)], .bytes(value))
    }

    /// Returns a part that contains a file.
    /// By default, the part has the name of the file and the media type of its file extension.
    ///
    /// - Parameters:
    ///   - name: The name of the field in the form.
    ///   - path: The path of the file, which is read while the part is sent.
    ///   - fileName: The file name for the server; `nil` for the last component of the path.
    ///   - mediaType: The media type of the file; `nil` for the type of the file extension.
    public static func file(
      _ name: String, at path: String, fileName: String? = nil, _ mediaType: HTTP.MediaType? = nil
    ) -> Part {
      let last = path.utf8.split(separator: 0x2f).last.map { String(Substring($0)) } ?? ""
      return content(name, .file(path), fileName: fileName ?? last, mediaType)
    }

    /// Returns a part that contains a byte array as a file.
    ///
    /// - Parameters:
    ///   - name: The name of the field in the form.
    ///   - bytes: The content of the part.
    ///   - fileName: The file name for the server.
    ///   - mediaType: The media type of the file; `nil` for the type of the file extension.
    public static func bytes(
      _ name: String, _ bytes: [UInt8], fileName: String, _ mediaType: HTTP.MediaType? = nil
    ) -> Part {
      content(name, .bytes(bytes), fileName: fileName, mediaType)
    }

    /// Returns a part that contains a request body as a file. The part has the media type of the
    /// body, if the body has a media type.
    ///
    /// - Parameters:
    ///   - name: The name of the field in the form.
    ///   - body: The content of the part.
    ///   - fileName: The file name for the server.
    ///   - mediaType: The media type of the file; `nil` for the type of the file extension.
    public static func content(
      _ name: String, _ body: HTTP.Body, fileName: String, _ mediaType: HTTP.MediaType? = nil
    ) -> Part {
      let type = mediaType ?? body.mediaType ?? .ofFile(named: fileName)
      var writer = ByteWriter(capacity: 32)
      type.write(to: &writer)
      var headers = HTTP.Fields()
      headers.append(.contentDisposition, disposition(name, fileName))
      headers.append(.contentType, HTTP.FieldValue(bytes: writer.bytes))
      return Part(headers, body)
    }

    /// Appends the bytes of the part's header fields and of the empty line after the fields.
    func writeHead(to bytes: inout [UInt8]) {
      headers.write(to: &bytes)
      bytes.append("\r\n".utf8.span)
    }

    /// Returns a `Content-Disposition` value in the format of browsers. The field name and the file
    /// name are in UTF-8, with percent-encoded quotation marks and line breaks.
    ///
    /// RFC 7578 section 5.1 permits any charset for the names. RFC 7578 section 4.2 forbids the
    /// parameter `filename*`.
    private static func disposition(_ name: String, _ fileName: String?) -> HTTP.FieldValue {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(64)
      bytes.append("form-data; name=\"".utf8.span)
      writeEscaped(name, to: &bytes)
      if let fileName {
        bytes.append("\"; filename=\"".utf8.span)
        writeEscaped(fileName, to: &bytes)
      }
      bytes.append(0x22)
      return HTTP.FieldValue(bytes: bytes)
    }

    private static func writeEscaped(_ name: String, to bytes: inout [UInt8]) {
      let octets = Array(name.utf8)
      let text = octets.span
      for index in text.indices {
        let byte = text[index]
        // Most parsers interpret a backslash before the closing quotation mark as an escaped
        // quotation mark.
        let hidesQuote = byte == 0x5c && index == text.count - 1
        if byte < 0x20 || byte == 0x22 || byte == 0x7f || hidesQuote {
          bytes.append(0x25)
          for digit in Hex.encode(byte).utf8 { bytes.append(digit >= 0x61 ? digit - 0x20 : digit) }
        } else {
          bytes.append(byte)
        }
      }
    }
  }
}

extension Multipart {
  /// Appends a part for each form field of request parameters. The part of a null value is empty.
  ///
  /// - Parameters:
  ///   - parameters: The parameters, which are converted to one part for each field.
  ///   - style: The naming of nested values, and the forms of dates and bytes.
  public mutating func append(
    _ parameters: RequestParameters, _ style: RequestParameters.Style = RequestParameters.Style()
  ) throws(RequestParameters.WritingError) {
    for pair in try parameters.pairs(style) {
      switch pair.content {
      case .none: parts.append(.field(pair.name, ""))
      case .bytes(let bytes): parts.append(.field(pair.name, bytes))
      case .text(let text): parts.append(try Self.field(pair.name, text, style))
      case .list(let texts):
        parts.append(try Self.field(pair.name, texts.joined(separator: ","), style))
      }
    }
  }

  private static func field(
    _ name: String, _ text: String, _ style: RequestParameters.Style
  ) throws(RequestParameters.WritingError) -> Part {
    guard let bytes = style.charset.encode(text) else {
      throw .unencodable(field: name, style.charset)
    }
    return .field(name, bytes)
  }
}
