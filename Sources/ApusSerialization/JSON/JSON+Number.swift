extension JSON {
  /// A JSON number of any size and precision, never altered by reading.
  ///
  /// Integers that fit 64 bits are stored as such. A number of at most 17 digits, which is the
  /// precision of a `Double`, is stored as the nearest `Double`. All others keep their text.
  public struct Number: Sendable {
    enum Storage: Sendable {
      case signed(Int64)
      /// Above `Int64.max` only.
      case unsigned(UInt64)
      /// Finite only.
      case double(Double)
      /// A number that the other cases cannot represent, in its JSON spelling.
      case text(String)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    /// A number of a text in JSON's spelling that the caller has made.
    package init(spelled text: String) { storage = .text(text) }

    /// Creates an integer of any width.
    ///
    /// - Parameter integer: The integer, which is kept exactly.
    public init(_ integer: some BinaryInteger) {
      if let signed = Int64(exactly: integer) {
        storage = .signed(signed)
      } else if let unsigned = UInt64(exactly: integer) {
        storage = .unsigned(unsigned)
      } else {
        storage = .text("\(integer)")
      }
    }

    /// Creates a number from a `Double`; nil for infinity and NaN, which JSON does not have.
    ///
    /// - Parameter double: The number, written with as few digits as identify it.
    public init?(_ double: Double) {
      guard double.isFinite else { return nil }
      storage = .double(double)
    }

    /// Returns the number as an integer of that type, or nil if it has a fraction or does not fit.
    ///
    /// - Parameter type: The width and the sign of the result.
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer? {
      switch storage {
      case .signed(let value): Integer(exactly: value)
      case .unsigned(let value): Integer(exactly: value)
      case .double(let value): Integer(exactly: value)
      case .text(let text): Integer(text)
      }
    }

    /// The nearest double, or nil if the number is beyond the greatest one.
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
  /// The number in JSON's spelling.
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
  /// Compares by value, so that 1 is 1.0; numbers kept as text are equal where their text is.
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

  /// Returns whether an integer equals that double exactly.
  private func isEqual(to double: Double) -> Bool {
    switch storage {
    case .signed(let value): Int64(exactly: double) == value
    case .unsigned(let value): UInt64(exactly: double) == value
    case .double, .text: false
    }
  }
}
