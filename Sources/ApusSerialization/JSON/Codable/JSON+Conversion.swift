extension JSON {
  /// A custom conversion of a type to and from JSON, which replaces the type's `Codable`
  /// conformance.
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

    /// Creates a custom JSON conversion of a type from two closures.
    ///
    /// - Parameters:
    ///   - type: The type to convert.
    ///   - reading: The closure that decodes a value.
    ///   - writing: The closure that encodes a value.
    public init<Value>(
      _ type: Value.Type, reading: @escaping @Sendable (any Decoder) throws -> Value,
      writing: @escaping @Sendable (Value, any Encoder) throws -> Void
    ) {
      identifier = ObjectIdentifier(type)
      read = { try reading($0) }
      write = { value, encoder in
        // The value always has the type of the conversion, because the JSON coder looks up
        // conversions by type.
        if let value = value as? Value { try writing(value, encoder) }
      }
    }

    /// Returns a custom JSON conversion of a date type. The date strategy of the JSON coder
    /// determines the JSON form.
    ///
    /// - Parameters:
    ///   - type: The type to convert.
    ///   - make: The closure that creates a value from a moment.
    ///   - moment: The closure that creates a moment from a value.
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

    /// Returns a custom JSON conversion of a byte container. The bytes strategy of the JSON coder
    /// determines the JSON form.
    ///
    /// - Parameters:
    ///   - type: The type to convert.
    ///   - make: The closure that creates a value from bytes.
    ///   - bytes: The closure that creates bytes from a value.
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
