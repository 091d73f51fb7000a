/// The decoding of strings, numbers and Boolean values.
extension ValueDecoder {
  func bool(at place: Int, ordinal: Int = -1) throws -> Bool {
    let byte = reading.document.firstByte(at: place)
    guard byte == 0x74 || byte == 0x66 else {
      throw mismatch(Bool.self, at: place, ordinal: ordinal)
    }
    return byte == 0x74
  }

  func text(at place: Int, ordinal: Int = -1) throws -> String {
    guard let text = reading.document.text(at: place) else {
      throw mismatch(String.self, at: place, ordinal: ordinal)
    }
    return text
  }

  @inline(__always)
  func integer<Integer: FixedWidthInteger>(
    at place: Int, ordinal: Int = -1
  ) throws -> Integer {
    if let small = reading.document.smallInteger(at: place), let value = Integer(exactly: small) {
      return value
    }
    return try unusualInteger(at: place, ordinal: ordinal)
  }

  private func unusualInteger<Integer: FixedWidthInteger>(
    at place: Int, ordinal: Int
  ) throws -> Integer {
    let number = try number(at: place, Integer.self, ordinal)
    if let value = number.exactly(Integer.self) { return value }
    throw unfit(number, for: Integer.self, at: place, ordinal: ordinal)
  }

  func double(at place: Int, ordinal: Int = -1) throws -> Double {
    if let double = reading.document.nearestDouble(at: place) { return double }
    return try unusualDouble(at: place, ordinal: ordinal)
  }

  func float(at place: Int, ordinal: Int = -1) throws -> Float {
    guard reading.document.kind(at: place) == .number else {
      return Float(try unusualDouble(at: place, ordinal: ordinal))
    }
    // A conversion of the text to `Double` and then to `Float` would round the number twice.
    guard let float = Float(reading.document.spelling(at: place)), float.isFinite else {
      let number = try number(at: place, Float.self, ordinal)
      throw unfit(number, for: Float.self, at: place, ordinal: ordinal)
    }
    return float
  }

  /// Decodes a number with many digits, or a string that represents infinity or NaN.
  private func unusualDouble(at place: Int, ordinal: Int) throws -> Double {
    if reading.document.kind(at: place) == .string,
      case .text(let infinity, let negativeInfinity, let nan) = reading.coder.nonFinite
    {
      let text = ExactText(try text(at: place, ordinal: ordinal))
      if text == ExactText(infinity) { return .infinity }
      if text == ExactText(negativeInfinity) { return -.infinity }
      if text == ExactText(nan) { return .nan }
    }
    let number = try number(at: place, Double.self, ordinal)
    guard let double = number.double else {
      throw unfit(number, for: Double.self, at: place, ordinal: ordinal)
    }
    return double
  }

  private func number(at place: Int, _ type: Any.Type, _ ordinal: Int) throws -> JSON.Number {
    guard reading.document.kind(at: place) == .number else {
      throw mismatch(type, at: place, ordinal: ordinal)
    }
    return reading.document.number(at: place)
  }
}
