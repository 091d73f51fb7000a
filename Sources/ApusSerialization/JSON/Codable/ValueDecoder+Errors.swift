/// The errors of a JSON decoder, which are standard library errors with additional details.
extension ValueDecoder {
  /// Returns the error for a value of a different JSON type than a Swift type requires, or for a
  /// missing value.
  func mismatch(_ type: Any.Type, at place: Int? = nil, ordinal: Int = -1) -> DecodingError {
    let place = place ?? self.place
    let kind = reading.document.kind(at: place)
    let expected = Self.name(of: type)
    guard kind != .null else {
      let context = context(.missingValue(expected: expected), "null", at: place, ordinal)
      return .valueNotFound(type, context)
    }
    let cause = JSON.DecodingError.Cause.mismatch(expected: expected, found: kind.words)
    return .typeMismatch(type, context(cause, kind.words, at: place, ordinal))
  }

  /// Returns the error for a JSON number that a Swift type cannot represent.
  func unfit(
    _ number: JSON.Number, for type: Any.Type, at place: Int, ordinal: Int
  ) -> DecodingError {
    let text = number.description
    let cause = JSON.DecodingError.Cause.unfitNumber(text, expected: Self.name(of: type))
    return .dataCorrupted(
      context(cause, "the number \(text) does not fit into \(type)", at: place, ordinal))
  }

  /// Returns the error for a JSON value that a strategy of the coder rejects.
  static func refusal(_ words: String, by decoder: any Decoder) -> DecodingError {
    guard let decoder = decoder as? ValueDecoder else {
      return .dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: words))
    }
    return .dataCorrupted(decoder.context(.refused(words), words, at: decoder.place, -1))
  }

  /// Returns the error for decoding beyond the last element of an array.
  func exhausted(_ type: Any.Type, count: Int) -> DecodingError {
    let cause = JSON.DecodingError.Cause.missingValue(expected: Self.name(of: type))
    return .valueNotFound(type, context(cause, "the array has no more elements", at: place, count))
  }

  /// Returns the error for a missing name in a JSON object.
  func missing(_ key: any CodingKey) -> DecodingError {
    let cause = JSON.DecodingError.Cause.missingKey(key.stringValue)
    let similar = similarKey(to: key.stringValue)
    return .keyNotFound(
      key, context(cause, "the object has no such member", at: place, -1, similar))
  }

  /// Returns the snake case form of a missing name if the object contains that form. The result is
  /// `nil` for a large object.
  private func similarKey(to key: String) -> String? {
    guard !reading.changesKeys, reading.document.kind(at: place) == .object else { return nil }
    let names = memberNames(changed: false)
    guard names.count <= Self.similarKeyLimit else { return nil }
    return names.first { $0 != key && SnakeCase.join($0) == key }
  }

  private static let similarKeyLimit = 64

  /// If `place` differs from this decoder's token index, the invalid value is a member, or the
  /// array element at `ordinal`.
  private func context(
    _ cause: JSON.DecodingError.Cause, _ words: String, at place: Int, _ ordinal: Int,
    _ similarKey: String? = nil
  ) -> DecodingError.Context {
    var path = codingPath
    if ordinal >= 0 {
      path.append(IndexKey(index: ordinal))
    } else if place != self.place {
      path.append(PathKey(stringValue: reading.name(at: place &- 1)))
    }
    let fault = JSON.DecodingError.Fault(
      offset: reading.document.tape.entries[place].offset, cause: cause,
      similarKey: similarKey)
    return DecodingError.Context(
      codingPath: path, debugDescription: words, underlyingError: fault)
  }

  /// Returns the name of a type for an error message.
  private static func name(of type: Any.Type) -> String {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier([String: Any].self): "an object"
    case ObjectIdentifier([Any].self): "an array"
    default: "\(type)"
    }
  }
}
