extension JSON {
  /// A type that a coder reads and writes otherwise than the type would by itself.
  ///
  ///     coder.conversions.append(
  ///       .moment(Date.self, from: { Date($0) }, to: { JSON.Moment($0) }))
  public struct Conversion: Sendable {
    let identifier: ObjectIdentifier
    let read: @Sendable (any Decoder) throws -> Any
    let write: @Sendable (Any, any Encoder) throws -> Void

    init(
      identifier: ObjectIdentifier, read: @escaping @Sendable (any Decoder) throws -> Any,
      write: @escaping @Sendable (Any, any Encoder) throws -> Void
    ) {
      self.identifier = identifier
      self.read = read
      self.write = write
    }

    /// Creates the conversion of a type by a function for each way.
    ///
    /// - Parameters:
    ///   - type: The type to convert.
    ///   - reading: The closure that reads a value.
    ///   - writing: The closure that writes a value.
    public init<Value>(
      _ type: Value.Type, reading: @escaping @Sendable (any Decoder) throws -> Value,
      writing: @escaping @Sendable (Value, any Encoder) throws -> Void
    ) {
      identifier = ObjectIdentifier(type)
      read = { try reading($0) }
      write = { value, encoder in
        // The value is always of this type, because the identifier belongs to it.
        if let value = value as? Value { try writing(value, encoder) }
      }
    }

    /// Returns a conversion to a date, so that the coder's strategy for dates applies.
    ///
    /// - Parameters:
    ///   - type: The type to convert.
    ///   - make: The closure that makes a value of a moment.
    ///   - moment: The closure that makes a moment of a value.
    public static func moment<Value>(
      _ type: Value.Type, from make: @escaping @Sendable (JSON.Moment) -> Value,
      to moment: @escaping @Sendable (Value) -> JSON.Moment
    ) -> JSON.Conversion {
      JSON.Conversion(type) {
        make(try JSON.Moment(from: $0))
      } writing: { value, encoder in
        try moment(value).encode(to: encoder)
      }
    }

    /// Returns a type that holds bytes, so that the coder's strategy for bytes is for it.
    ///
    /// - Parameters:
    ///   - type: The type to convert.
    ///   - make: The closure that makes a value of bytes.
    ///   - bytes: The closure that makes bytes of a value.
    public static func bytes<Value>(
      _ type: Value.Type, from make: @escaping @Sendable ([UInt8]) -> Value,
      to bytes: @escaping @Sendable (Value) -> [UInt8]
    ) -> JSON.Conversion {
      JSON.Conversion(type) {
        make(try JSON.Bytes(from: $0).bytes)
      } writing: { value, encoder in
        try JSON.Bytes(bytes(value)).encode(to: encoder)
      }
    }
  }
}
