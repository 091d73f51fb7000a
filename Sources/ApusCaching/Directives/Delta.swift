internal import ApusBytes

extension Caching {
  /// The duration of a directive, from all of its occurrences.
  public enum Delta: Sendable, Equatable {
    /// The directive was not given.
    case absent
    /// The argument is not a number, or two arguments differ.
    case invalid
    /// So many seconds, at most `Caching.secondsLimit`.
    case seconds(Int64)

    /// The seconds; nil if the directive is absent or invalid.
    public var seconds: Int64? {
      if case .seconds(let seconds) = self { seconds } else { nil }
    }

    /// Reads an argument.
    ///
    ///     delta-seconds = 1*DIGIT
    ///
    /// RFC 9111 section 1.2.2.
    init(parsing argument: [UInt8]?) {
      guard let argument, !argument.isEmpty, argument.allSatisfy(ByteSet.digits.contains) else {
        self = .invalid
        return
      }
      // A number of digits alone that does not fit is too large.
      let number = ASCII.decimal(argument.span) ?? .max
      self = .seconds(min(Int64(clamping: number), Caching.secondsLimit))
    }

    /// Takes in one more time that the directive is given: two that differ are invalid.
    ///
    /// RFC 9111 section 4.2.1.
    mutating func add(_ argument: [UInt8]?) {
      let other = Delta(parsing: argument)
      self = self == .absent || self == other ? other : .invalid
    }
  }

  /// The fields that a directive covers.
  public enum FieldScope: Sendable, Equatable {
    /// The directive was not given.
    case none
    /// These fields alone.
    case fields([HTTP.FieldName])
    /// The whole response.
    case all

    /// Takes in one more time that the directive is given, with field names or without.
    ///
    ///     no-cache = [ "=" #field-name ]
    ///
    /// RFC 9111 section 5.2.2.4.
    mutating func add(_ argument: [UInt8]?) {
      guard self != .all else { return }
      guard let argument, let ranges = try? HTTP.ElementList.tokens(in: argument.span),
        !ranges.isEmpty
      else {
        self = .all
        return
      }
      let names = ranges.map { HTTP.FieldName(String(decoding: argument[$0], as: UTF8.self)) }
      if case .fields(let others) = self {
        self = .fields(others + names)
      } else {
        self = .fields(names)
      }
    }
  }
}
