internal import ApusBytes

extension Caching {
  /// The directives of all `Cache-Control` fields of a message, in their order.
  ///
  ///     Cache-Control   = #cache-directive
  ///     cache-directive = token [ "=" ( token / quoted-string ) ]
  ///
  /// RFC 9111 section 5.2.
  ///
  /// The parser skips an unreadable directive up to the next comma outside quotes. An unreadable
  /// directive could have been any restriction, so the parser marks the directive list as broken.
  public struct DirectiveList: Sendable, Equatable {
    /// The maximum total number of bytes of the `Cache-Control` fields of a message.
    public static let byteLimit = 16_384
    /// The maximum number of cache directives of a message.
    public static let directiveLimit = 128

    /// A cache directive with a lower-case name and an optional argument.
    public struct Directive: Sendable, Equatable {
      /// The name of the cache directive in lower case.
      public let name: String
      /// The argument of the cache directive without quotes.
      /// The value is `nil` if the directive has no argument.
      public let argument: [UInt8]?
    }

    /// The readable cache directives of the message.
    public private(set) var directives: [Directive] = []
    /// A Boolean value that indicates whether a cache directive was unreadable or a limit was
    /// exceeded.
    public private(set) var isBroken = false

    /// Parses the `Cache-Control` fields of a message.
    ///
    /// - Parameter fields: The header fields of the message.
    public init(_ fields: HTTP.Fields) {
      var byteCount = 0
      fields.withValues(of: .cacheControl) { value in
        byteCount += value.count
        guard byteCount <= Self.byteLimit else {
          isBroken = true
          return
        }
        read(value)
      }
    }

    private mutating func read(_ field: Span<UInt8>) {
      var cursor = Cursor(0..<field.count)
      while cursor.skipListMarks(in: field) {
        guard directives.count < Self.directiveLimit else {
          isBroken = true
          return
        }
        var ahead = cursor
        if let directive = try? ahead.readDirective(in: field) {
          directives.append(directive)
        } else {
          isBroken = true
          ahead = cursor
          ahead.skipElement(in: field)
        }
        cursor = ahead
      }
    }
  }
}

extension Cursor {
  /// Skips commas and white space in a `Cache-Control` field, and returns whether any bytes are
  /// left.
  fileprivate mutating func skipListMarks(in field: Span<UInt8>) -> Bool {
    _ = readWhile(in: field) { $0 == 0x2c || $0 == 0x20 || $0 == 0x09 }
    return !isAtEnd
  }

  /// Parses one cache directive, which must end at a comma or at the end of the field.
  ///
  /// RFC 9111 section 5.2.
  fileprivate mutating func readDirective(
    in field: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> Caching.DirectiveList.Directive {
    let name = field.extracting(try readToken(in: field)).copy().map(ASCII.lowercased)
    var argument: [UInt8]?
    if skip(0x3d, in: field) {
      argument =
        peek(in: field) == 0x22
        ? try readQuotedString(in: field) : field.extracting(try readToken(in: field)).copy()
    }
    skipWhitespace(in: field)
    if !isAtEnd { try expect(0x2c, in: field) }
    return .init(name: String(decoding: name, as: UTF8.self), argument: argument)
  }

  /// Skips the bytes up to the next comma outside quotes. All bytes are skipped if a quoted string
  /// does not end.
  fileprivate mutating func skipElement(in field: Span<UInt8>) {
    var isQuoted = false
    while let byte = peek(in: field), isQuoted || byte != 0x2c {
      if byte == 0x22 { isQuoted.toggle() }
      position = min(end, position + (isQuoted && byte == 0x5c ? 2 : 1))
    }
  }
}
