extension ASN1Error {
  /// The offset of the error in the bytes that were read, or `nil` if writing failed.
  public var offset: Int? {
    switch self {
    case .truncated(let at, _, _), .trailingBytes(let at, _), .unexpectedTag(let at, _, _),
      .missing(let at, _), .malformedTag(let at), .indefiniteLength(let at),
      .lengthNotMinimal(let at), .lengthTooLarge(let at, _), .nestedTooDeep(let at, _),
      .wrongByteCount(let at, _, _), .booleanNotCanonical(let at, _),
      .integerNotMinimal(let at), .integerNegative(let at), .integerTooLarge(let at, _, _),
      .wrongUnusedBitCount(let at, _), .unusedBitsSet(let at), .namedBitsNotMinimal(let at),
      .tooManyNamedBits(let at, _, _), .arcNotMinimal(let at), .arcTruncated(let at),
      .arcTooLarge(let at), .invalidCharacter(let at, _), .malformedTime(let at, _),
      .setNotSorted(let at), .encodedDefault(let at), .pem(_, _, let at):
      at
    case .timeOutOfRange:
      nil
    }
  }
}

extension ASN1Error: CustomStringConvertible {
  public var description: String {
    if case .pem(let problem, let line, _) = self { return "line \(line): \(problem)" }
    guard let offset else { return reason }
    return "byte \(offset): \(reason)"
  }

  private var reason: String {
    switch self {
    case .truncated(_, let needed, let available):
      "\(needed) bytes are needed and \(available) are left"
    case .trailingBytes(_, let count): "\(count) bytes are left over"
    case .unexpectedTag(_, let expected, let found): "expected \(expected), found \(found)"
    case .missing(_, let expected): "expected \(expected), found the end"
    case .malformedTag: "the tag number is not minimal, or too large"
    case .indefiniteLength: "the length is indefinite"
    case .lengthNotMinimal: "the length is not minimal"
    case .lengthTooLarge(_, let octetCount): "the length has \(octetCount) octets"
    case .nestedTooDeep(_, let limit): "values are nested more than \(limit) deep"
    case .wrongByteCount(_, let found, let allowed):
      "\(found) bytes of content, but \(bounds(allowed)) are allowed"
    case .booleanNotCanonical(_, let byte): "a BOOLEAN of 0x\(Hex.encode(byte))"
    case .integerNotMinimal: "the INTEGER is not minimal"
    case .integerNegative: "the INTEGER is negative"
    case .integerTooLarge(_, let byteCount, let limit):
      "the INTEGER has \(byteCount) bytes, but \(limit) are allowed"
    case .wrongUnusedBitCount(_, let count): "a BIT STRING with \(count) unused bits"
    case .unusedBitsSet: "the unused bits of a BIT STRING are not zero"
    case .namedBitsNotMinimal: "the named bits end in a zero"
    case .tooManyNamedBits(_, let count, let limit):
      "\(count) named bits, but \(limit) are allowed"
    case .arcNotMinimal: "a number of the OBJECT IDENTIFIER has leading zeros"
    case .arcTruncated: "a number of the OBJECT IDENTIFIER is truncated"
    case .arcTooLarge: "a number of the OBJECT IDENTIFIER has more than 128 bits"
    case .invalidCharacter(_, let type): "the character is not allowed in \(type)"
    case .malformedTime(_, let type): "\(type) is not a valid time in DER"
    case .setNotSorted: "the values of the SET OF are not in ascending order"
    case .encodedDefault: "a default value is encoded"
    case .timeOutOfRange(let seconds, let type):
      "\(type) cannot represent \(seconds) seconds since the epoch"
    case .pem(let problem, _, _): "\(problem)"
    }
  }

  private func bounds(_ allowed: ClosedRange<Int>) -> String {
    if allowed.lowerBound == allowed.upperBound { return "\(allowed.lowerBound)" }
    if allowed.upperBound == .max { return "\(allowed.lowerBound) and more" }
    return "\(allowed.lowerBound) to \(allowed.upperBound)"
  }
}
