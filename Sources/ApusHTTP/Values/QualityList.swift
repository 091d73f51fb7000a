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

extension HTTP {
  /// The quality (`q`) of a preferred value, from 0 (not acceptable) to 1 (most preferred), in
  /// steps of 0.001.
  public struct Quality: Hashable, Sendable {
    /// The quality in thousandths, from 0 to 1000.
    public let thousandths: Int

    /// The quality 1 (most preferred), which is the default for a preference without a weight.
    public static let one = Quality(thousandths: 1000)
    /// The quality 0 (not acceptable).
    public static let zero = Quality(thousandths: 0)

    /// Creates a quality from a number of thousandths, which is clamped to the valid range.
    ///
    /// - Parameter thousandths: The quality times 1,000, which is clamped to the range from 0 to
    ///   1,000.
    public init(thousandths: Int) {
      self.thousandths = min(max(thousandths, 0), 1000)
    }

    /// Parses a quality value, such as `0.5`.
    ///
    ///     qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] )
    ///
    /// RFC 9110 section 12.4.2.
    init(_ range: Range<Int>, in bytes: Span<UInt8>) throws(InvalidValue) {
      var at = Cursor(range)
      guard let whole = at.readDigits(1, in: bytes) else {
        throw .malformedWeight(at: at.position)
      }
      var value = whole * 1000
      if at.skip(".", in: bytes) {
        var unit = 100
        while unit > 0, let digit = at.readDigits(1, in: bytes) {
          value += digit * unit
          unit /= 10
        }
      }
      guard at.isAtEnd, value <= 1000 else { throw .malformedWeight(at: at.position) }
      self.init(thousandths: value)
    }
  }
}

extension HTTP.Quality: Comparable {
  public static func < (left: HTTP.Quality, right: HTTP.Quality) -> Bool {
    left.thousandths < right.thousandths
  }
}

extension HTTP.Quality: CustomStringConvertible {
  /// The quality as text without trailing zeros, such as `1`, `0.5` or `0.125`.
  public var description: String {
    guard thousandths % 1000 != 0 else { return thousandths == 0 ? "0" : "1" }
    var digits = String(thousandths + 1000).utf8.dropFirst()
    while digits.last == 0x30 { digits = digits.dropLast() }
    return "0.\(Substring(digits))"
  }
}
