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
      "the value ends too early: \(needed) bytes are needed, but only \(available) bytes are left"
    case .trailingBytes(_, let count): "\(count) unexpected bytes follow the value"
    case .unexpectedTag(_, let expected, let found):
      "the value has the type \(found), but \(expected) is expected"
    case .missing(_, let expected): "the data ends where \(expected) is expected"
    case .malformedTag: "the ASN.1 tag number is not in the shortest form, or is too large"
    case .indefiniteLength: "the length of the value is indefinite, which DER forbids"
    case .lengthNotMinimal: "the length of the value is not in the shortest form"
    case .lengthTooLarge(_, let octetCount):
      "the length of the value has too many bytes: \(octetCount)"
    case .nestedTooDeep(_, let limit): "ASN.1 values are nested more than \(limit) levels deep"
    case .wrongByteCount(_, let found, let allowed):
      "the byte count of the value's content is \(found), but must be \(bounds(allowed))"
    case .booleanNotCanonical(_, let byte):
      "the BOOLEAN has the value 0x\(Hex.encode(byte)) instead of 0x00 or 0xff"
    case .integerNotMinimal: "the INTEGER is not in the shortest form"
    case .integerNegative: "the INTEGER must not be negative"
    case .integerTooLarge(_, let byteCount, let limit):
      "the INTEGER has \(byteCount) bytes, but at most \(limit) bytes are allowed"
    case .wrongUnusedBitCount(_, let count):
      "the BIT STRING has the wrong number of unused bits: \(count)"
    case .unusedBitsSet: "the unused bits of the BIT STRING are not zero"
    case .namedBitsNotMinimal: "the named bits of the BIT STRING end in a zero"
    case .tooManyNamedBits(_, let count, let limit):
      "the BIT STRING has \(count) named bits, but at most \(limit) bits are allowed"
    case .arcNotMinimal: "a number of the OBJECT IDENTIFIER has leading zeros"
    case .arcTruncated: "a number of the OBJECT IDENTIFIER is truncated"
    case .arcTooLarge: "a number of the OBJECT IDENTIFIER has more than 128 bits"
    case .invalidCharacter(_, let type): "the text has a character that is not allowed in \(type)"
    case .malformedTime(_, let type): "\(type) is not a valid time in DER"
    case .setNotSorted: "the values of the SET OF are not in ascending order"
    case .encodedDefault: "a default value is encoded, which DER forbids"
    case .timeOutOfRange(let seconds, let type):
      "\(type) cannot represent \(seconds) seconds since the epoch"
    case .pem(let problem, _, _): "\(problem)"
    }
  }

  private func bounds(_ allowed: ClosedRange<Int>) -> String {
    if allowed.lowerBound == allowed.upperBound { return "\(allowed.lowerBound)" }
    if allowed.upperBound == .max { return "\(allowed.lowerBound) or more" }
    return "\(allowed.lowerBound) to \(allowed.upperBound)"
  }
}
