public import ApusBytes

extension HTTP {
  /// The preferences of a client, as in the fields `Accept`, `Accept-Encoding` and
  /// `Accept-Language`.
  public struct QualityList: Hashable, Sendable {
    /// The preferences in the order of the list elements in the field.
    public private(set) var preferences: [Preference]

    /// Creates a quality list from preferences.
    ///
    /// - Parameter preferences: The preferences in the order of the field.
    public init(_ preferences: [Preference] = []) {
      self.preferences = preferences
    }

    /// Reads a quality list from a field value.
    ///
    ///     #( value [ weight ] )
    ///
    /// RFC 9110 section 12.4.2.
    ///
    /// - Parameter bytes: The bytes of the field value without surrounding white space.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      self.init()
      try append(bytes)
    }

    /// Reads a quality list from a field value.
    ///
    /// - Parameter text: The text of the field value without surrounding white space.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    /// Parses the value of another field line and appends its elements to the quality list.
    ///
    /// - Parameter bytes: The bytes of the field value without surrounding white space.
    public mutating func append(_ bytes: Span<UInt8>) throws(InvalidValue) {
      for element in try ElementList.ranges(in: bytes) {
        guard preferences.count < ElementList.defaultLimit else {
          throw .tooManyElements(limit: ElementList.defaultLimit)
        }
        preferences.append(try Preference(element, in: bytes))
      }
    }

    /// The preferences from the highest quality to the lowest quality.
    /// Preferences of equal quality remain in the order of the field.
    public var byQuality: [Preference] {
      preferences.sorted { $0.quality > $1.quality }
    }

    /// Writes the quality list as a field value.
    ///
    /// - Parameter writer: The writer that receives the bytes.
    public func write(to writer: inout ByteWriter) {
      for (index, preference) in preferences.enumerated() {
        if index > 0 { writer.write(", ") }
        preference.write(to: &writer)
      }
    }
  }
}

extension HTTP.QualityList: CustomStringConvertible {
  public var description: String {
    var writer = ByteWriter()
    write(to: &writer)
    return String(fieldBytes: writer.bytes)
  }
}
