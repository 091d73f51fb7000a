#if HTTPTypes
  public import ApusHTTP
  public import HTTPTypes

  extension HTTP.Fields {
    /// Creates header fields from the fields of swift-http-types in their order.
    ///
    /// Names keep their letter case. Values keep their bytes, even if the bytes are not UTF-8. A
    /// field with `indexingStrategy.disallow` gets a sensitive value.
    ///
    /// - Parameter fields: The names and values in their order.
    public init(_ fields: HTTPFields) {
      self.init()
      for field in fields {
        // SAFETY: the closure copies the bytes, and no pointer leaves it.
        let bytes = unsafe field.withUnsafeBytesOfValue { unsafe Array($0) }
        append(
          HTTP.FieldName(field.name.rawName),
          HTTP.FieldValue(bytes: bytes, isSensitive: field.indexingStrategy == .disallow))
      }
    }
  }

  extension HTTPFields {
    /// Creates the fields of swift-http-types from header fields in their order.
    ///
    /// Names keep their letter case, and values keep their bytes. A sensitive value gets
    /// `indexingStrategy.disallow`. Each value of `Authorization` and `Cookie` is sensitive.
    ///
    /// - Parameter fields: The names and values in their order.
    /// - Throws: An error if a name is not a token, or if a value contains a line end or a NUL.
    ///   Received fields contain neither.
    public init(_ fields: HTTP.Fields) throws(HTTPConversionError) {
      self.init()
      for field in fields {
        guard let name = HTTPField.Name(field.name.text) else {
          throw .fieldName(field.name.text)
        }
        let bytes = field.value.bytes
        guard !bytes.contains(where: { $0 == 0 || $0 == 0x0a || $0 == 0x0d }) else {
          throw .fieldValue(name: field.name.text)
        }
        // The strict initializer of swift-http-types would replace some bytes of the field value.
        var line = HTTPField(name: name, lenientValue: bytes)
        if field.value.isSensitive { line.indexingStrategy = .disallow }
        append(line)
      }
    }
  }
#endif
