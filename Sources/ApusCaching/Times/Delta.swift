internal import ApusBytes

extension Caching {
  /// The duration that a cache directive specifies, from all of its occurrences.
  public enum Delta: Sendable, Equatable {
    /// The message does not contain the cache directive.
    case absent
    /// The argument of the cache directive is not a number, or two arguments differ.
    case invalid
    /// A duration in seconds, at most `Caching.secondsLimit`.
    case seconds(Int64)

    /// The duration in seconds. The value is `nil` if the cache directive is absent or invalid.
    public var seconds: Int64? {
      if case .seconds(let seconds) = self { seconds } else { nil }
    }

    /// Parses the argument of a cache directive as a number of seconds.
    ///
    ///     delta-seconds = 1*DIGIT
    ///
    /// RFC 9111 section 1.2.2.
    init(parsing argument: [UInt8]?) {
      guard let argument, !argument.isEmpty, argument.allSatisfy(ByteSet.digits.contains) else {
        self = .invalid
        return
      }
      // A number of seconds that consists of digits but overflows becomes the longest time.
      let number = ASCII.decimal(argument.span) ?? .max
      self = .seconds(min(Int64(clamping: number), Caching.secondsLimit))
    }

    /// Adds a further occurrence of the cache directive. Two different arguments make the duration
    /// invalid.
    ///
    /// RFC 9111 section 4.2.1.
    mutating func add(_ argument: [UInt8]?) {
      let other = Delta(parsing: argument)
      self = self == .absent || self == other ? other : .invalid
    }
  }

  /// The response fields that a cache directive covers.
  public enum FieldScope: Sendable, Equatable {
    /// The response does not contain the cache directive.
    case none
    /// The cache directive covers only the named response fields.
    case fields([HTTP.FieldName])
    /// The cache directive covers the whole response.
    case all

    /// Adds a further occurrence of the cache directive, with or without field names.
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
