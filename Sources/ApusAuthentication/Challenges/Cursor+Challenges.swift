/// The parsers for the parts of challenges and of a server's authentication info.
extension Cursor {
  /// Skips commas and white space in a challenge field, and returns whether any bytes are left.
  mutating func skipListMarks(in field: Span<UInt8>) -> Bool {
    _ = readWhile(in: field) { $0 == 0x2c || $0 == 0x20 || $0 == 0x09 }
    return !isAtEnd
  }

  /// Parses the scheme of a challenge and the token or the first parameter after the scheme.
  ///
  ///     challenge   = auth-scheme [ 1*SP ( token68 / #auth-param ) ]
  ///     auth-scheme = token
  ///
  /// RFC 9110 section 11.3.
  mutating func readChallenge(
    in field: Span<UInt8>
  ) throws(Authentication.ChallengeFault) -> Authentication.Challenge {
    do throws(HTTP.InvalidValue) {
      let name = try readToken(in: field)
      var challenge = Authentication.Challenge(Authentication.Scheme(field.extracting(name)))
      if isAtEndOfElement(in: field) { return challenge }
      try expect(0x20, in: field)
      skipWhitespace(in: field)
      if let token = readToken68(in: field) {
        challenge.token = String(decoding: field.extracting(token).copy(), as: UTF8.self)
      } else {
        challenge.parameters.append(try readNamedValue(in: field))
      }
      return challenge
    } catch {
      throw .malformed(error)
    }
  }

  /// Parses the name of a challenge parameter and the following equals sign. The value is `nil` if
  /// the next bytes are not a parameter name with an equals sign.
  ///
  ///     auth-param = token BWS "=" BWS ( token / quoted-string )
  ///
  /// RFC 9110 section 11.2.
  mutating func readParameterName(in field: Span<UInt8>) -> Range<Int>? {
    var ahead = self
    guard let name = try? ahead.readToken(in: field) else { return nil }
    ahead.skipWhitespace(in: field)
    guard ahead.skip(0x3d, in: field) else { return nil }
    ahead.skipWhitespace(in: field)
    self = ahead
    return name
  }

  /// Parses the value of a challenge parameter, which must end at a comma or at the end of the
  /// field.
  ///
  /// RFC 9110 section 11.2.
  mutating func readParameter(
    named name: Range<Int>, in field: Span<UInt8>
  ) throws(Authentication.ChallengeFault) -> HTTP.Parameter {
    do throws(HTTP.InvalidValue) {
      return try readParameterValue(of: name, in: field)
    } catch {
      throw .malformed(error)
    }
  }

  /// Parses a challenge parameter with its name and its value.
  ///
  /// RFC 9110 section 11.2.
  mutating func readNamedParameter(
    in field: Span<UInt8>
  ) throws(Authentication.ChallengeFault) -> HTTP.Parameter {
    do throws(HTTP.InvalidValue) {
      return try readNamedValue(in: field)
    } catch {
      throw .malformed(error)
    }
  }

  /// Skips the bytes up to the next comma outside quotes. All bytes are skipped if a quoted string
  /// does not end.
  mutating func skipElement(in field: Span<UInt8>) {
    var isQuoted = false
    while let byte = peek(in: field), isQuoted || byte != 0x2c {
      if byte == 0x22 { isQuoted.toggle() }
      position = min(end, position + (isQuoted && byte == 0x5c ? 2 : 1))
    }
  }

  private mutating func readNamedValue(
    in field: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> HTTP.Parameter {
    guard let name = readParameterName(in: field) else {
      // The call throws an error, because the parameter has no name or no equals sign follows the
      // name.
      _ = try readToken(in: field)
      skipWhitespace(in: field)
      try expect(0x3d, in: field)
      throw .unexpectedEnd(at: position)
    }
    return try readParameterValue(of: name, in: field)
  }

  private mutating func readParameterValue(
    of name: Range<Int>, in field: Span<UInt8>
  ) throws(HTTP.InvalidValue) -> HTTP.Parameter {
    let value =
      peek(in: field) == 0x22
      ? try readQuotedString(in: field) : field.extracting(try readToken(in: field)).copy()
    if !isAtEndOfElement(in: field) { try expect(0x2c, in: field) }
    let lowercased = field.extracting(name).copy().map(ASCII.lowercased)
    return HTTP.Parameter(name: String(decoding: lowercased, as: UTF8.self), bytes: value)
  }

  /// Parses the token68 text after an authentication scheme. The value is `nil` if the next bytes
  /// are not a complete token68.
  ///
  ///     token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  ///
  /// RFC 9110 section 11.2.
  private mutating func readToken68(in field: Span<UInt8>) -> Range<Int>? {
    var ahead = self
    let word = ahead.readWhile(in: field) { Authentication.token68Bytes.contains($0) }
    guard !word.isEmpty else { return nil }
    let end = ahead.readWhile(in: field) { $0 == 0x3d }.upperBound
    guard ahead.isAtEndOfElement(in: field) else { return nil }
    self = ahead
    return word.lowerBound..<end
  }

  /// Skips white space, and returns `true` if a comma or the end of the field follows. If the
  /// result is `false`, the method skips no bytes.
  private mutating func isAtEndOfElement(in field: Span<UInt8>) -> Bool {
    var ahead = self
    ahead.skipWhitespace(in: field)
    guard ahead.isAtEnd || ahead.peek(in: field) == 0x2c else { return false }
    self = ahead
    return true
  }
}

extension Authentication {
  /// The characters of a token68, without the equals signs at its end.
  static let token68Bytes = ByteSet("-._~+/").union(.letters).union(.digits)
}

extension Authentication.Challenge {
  /// Adds a parameter to the challenge. Throws an error if the challenge already has a parameter
  /// with the same name.
  mutating func add(_ parameter: HTTP.Parameter) throws(Authentication.ChallengeFault) {
    guard token == nil else { throw .malformed(.conflictingParameters(name: parameter.name)) }
    guard self[parameter.name] == nil else { throw .repeatedParameter(parameter.name) }
    guard parameters.count < Authentication.ChallengeList.parameterLimit else {
      throw .tooManyParameters(limit: Authentication.ChallengeList.parameterLimit)
    }
    parameters.append(parameter)
  }
}
