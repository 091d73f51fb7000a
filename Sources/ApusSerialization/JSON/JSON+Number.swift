extension JSON {
  /// A JSON number of any size and precision, which parsing preserves exactly.
  ///
  /// An integer that fits into 64 bits is stored as an integer. Any other number with at most 17
  /// digits is stored as the nearest `Double`. All other numbers are stored as text.
  public struct Number: Sendable {
    enum Storage: Sendable {
      case signed(Int64)
      /// A 64-bit integer that is greater than `Int64.max`.
      case unsigned(UInt64)
      /// A finite floating-point number.
      case double(Double)
      /// A number in JSON syntax that the other cases cannot represent.
      case text(String)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    /// Creates a JSON number from a text that is a valid JSON number.
    package init(spelled text: String) { storage = .text(text) }

    /// Creates a JSON number from an integer of any width.
    ///
    /// - Parameter integer: The integer, which is stored exactly.
    public init(_ integer: some BinaryInteger) {
      if let signed = Int64(exactly: integer) {
        storage = .signed(signed)
      } else if let unsigned = UInt64(exactly: integer) {
        storage = .unsigned(unsigned)
      } else {
        storage = .text("\(integer)")
      }
    }

    /// Creates a JSON number from a `Double`. The result is `nil` for infinity and NaN, which JSON
    /// cannot represent.
    ///
    /// - Parameter double: The number, which is written with the fewest digits that identify it.
    public init?(_ double: Double) {
      guard double.isFinite else { return nil }
      storage = .double(double)
    }

    /// Returns the JSON number as an integer of the given type. The result is `nil` if the number
    /// has a fraction or is out of range.
    ///
    /// - Parameter type: The integer type of the result.
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
      switch storage {
      case .signed(let value): Integer(exactly: value)
      case .unsigned(let value): Integer(exactly: value)
      case .double(let value): Integer(exactly: value)
      case .text(let text): Integer(text)
      }
    }

    /// The `Double` nearest to the JSON number, or `nil` if the number exceeds the range of
    /// `Double`.
    public var double: Double? {
      switch storage {
      case .signed(let value): return Double(value)
      case .unsigned(let value): return Double(value)
      case .double(let value): return value
      case .text(let text):
        guard let value = Double(text), value.isFinite else { return nil }
        return value
      }
    }
  }
}

extension JSON.Number: CustomStringConvertible {
  /// The number in JSON syntax.
  public var description: String {
    switch storage {
    case .signed(let value): value.description
    case .unsigned(let value): value.description
    case .double(let value): value.description
    case .text(let text): text
    }
  }
}

extension JSON.Number: Hashable {
  /// Returns whether two JSON numbers have equal values, such as 1 and 1.0. Numbers that are stored
  /// as text are equal if their texts are equal.
  public static func == (left: JSON.Number, right: JSON.Number) -> Bool {
    switch (left.storage, right.storage) {
    case (.text(let left), .text(let right)): left == right
    case (.text, _), (_, .text): false
    case (.double(let left), .double(let right)): left == right
    case (.double(let double), _): right.isEqual(to: double)
    case (_, .double(let double)): left.isEqual(to: double)
    case (.signed(let left), .signed(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.signed, .unsigned), (.unsigned, .signed): false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .signed(let value): hasher.combine(Double(value))
    case .unsigned(let value): hasher.combine(Double(value))
    case .double(let value): hasher.combine(value)
    case .text(let text): hasher.combine(text)
    }
  }

  /// Returns whether an integer is exactly equal to a `Double`.
  private func isEqual(to double: Double) -> Bool {
    switch storage {
    case .signed(let value): Int64(exactly: double) == value
    case .unsigned(let value): UInt64(exactly: double) == value
    case .double, .text: false
    }
  }
}
