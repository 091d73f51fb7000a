public import ApusBytes

extension HTTP {
  /// The preferences of a client: `Accept`, `Accept-Encoding`, `Accept-Language`.
  public struct QualityList: Hashable, Sendable {
    /// The wishes in the order they were written.
    public private(set) var preferences: [Preference]

    /// Creates a list of wishes.
    ///
    /// - Parameter preferences: The preferences in their order.
    public init(_ preferences: [Preference] = []) {
      self.preferences = preferences
    }

    /// Reads the value of a field.
    ///
    ///     #( value [ weight ] )
    ///
    /// RFC 9110 section 12.4.2.
    ///
    /// - Parameter bytes: The value of the field, without white space around it.
    public init(_ bytes: Span<UInt8>) throws(InvalidValue) {
      self.init()
      try append(bytes)
    }

    /// Reads the value of a field.
    ///
    /// - Parameter text: The value of the field, without white space around it.
    public init(_ text: String) throws(InvalidValue) {
      try self.init(Array(text.utf8).span)
    }

    /// Reads another line of the same field, whose elements follow the ones before.
    ///
    /// - Parameter bytes: The value of the field, without white space around it.
    public mutating func append(_ bytes: Span<UInt8>) throws(InvalidValue) {
      for element in try ElementList.ranges(in: bytes) {
        guard preferences.count < ElementList.defaultLimit else {
          throw .tooManyElements(limit: ElementList.defaultLimit)
        }
        preferences.append(try Preference(element, in: bytes))
      }
    }

    /// The wishes from the strongest to the weakest; equal ones stay in the order written.
    public var byQuality: [Preference] {
      preferences.sorted { $0.quality > $1.quality }
    }

    /// Writes the list as a field has it.
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
