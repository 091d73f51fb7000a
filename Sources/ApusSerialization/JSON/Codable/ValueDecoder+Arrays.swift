/// The fast decoding of JSON arrays without a decoding container.
///
/// Arrays of strings, integers and floating-point numbers are decoded without a decoder for each
/// element. If an element is invalid or unusually long, the general algorithm decodes the array.
extension ValueDecoder {
  /// Returns whether the JSON value is an array and its element type has no custom conversion.
  @inline(__always)
  func mayReadElements(at place: Int) -> Bool {
    reading.document.firstByte(at: place) == 0x5b && reading.conversions.isEmpty
  }

  /// Decodes the elements of a JSON array one by one.
  ///
  /// The function is separate, because the optional generic type in it requires a slow lookup at
  /// run time.
  @inline(never)
  func readElements<Value: Decodable>(
    _ type: Value.Type, at place: Int, ordinal: Int
  ) throws -> Value {
    if let array = plainArray(type, at: place) { return array }
    return try inside(at: place, ordinal: ordinal) { inner in
      if let array = type as? any ElementwiseDecodable.Type,
        let value = try array.init(elementsOf: inner) as? Value
      {
        return value
      }
      return try inner.read(type)
    }
  }

  /// Decodes an array of strings, integers or floating-point numbers. The result is `nil` if an
  /// element requires the general algorithm.
  @specialized(where Value == [String])
  @specialized(where Value == [Int])
  @specialized(where Value == [Double])
  func plainArray<Value: Decodable>(_ type: Value.Type, at place: Int) -> Value? {
    if type == [String].self { return reading.document.plainTexts(at: place) as? Value }
    if type == [Int].self { return reading.document.plainIntegers(at: place) as? Value }
    if type == [Double].self { return reading.document.plainDoubles(at: place) as? Value }
    return nil
  }
}

/// An array type whose elements can be decoded one by one.
private protocol ElementwiseDecodable {
  init(elementsOf decoder: ValueDecoder) throws
}

extension Array: ElementwiseDecodable where Element: Decodable {
  /// Decodes each element of an array with the decoder of the array.
  init(elementsOf decoder: ValueDecoder) throws {
    self.init()
    // The reserved capacity is limited, because the server determines the number of elements.
    reserveCapacity(Swift.min(decoder.elementCount, 64))
    let end = decoder.reading.document.end(of: decoder.place)
    var place = decoder.place &+ 1
    var ordinal = 0
    while place < end {
      append(try decoder.read(Element.self, at: place, ordinal: ordinal))
      place = decoder.reading.document.place(behind: place)
      ordinal &+= 1
    }
  }
}

extension JSONDocument {
  /// Decodes an array of strings. The result is `nil` if an element is not a string.
  @inline(never)
  fileprivate func plainTexts(at array: Int) -> [String]? {
    var texts: [String] = []
    texts.reserveCapacity(count(of: array))
    let end = end(of: array)
    var place = array &+ 1
    while place < end {
      guard firstByte(at: place) == 0x22 else { return nil }
      texts.append(knownText(at: place))
      place &+= 1
    }
    return texts
  }

  /// Decodes an array of integers. The result is `nil` if an element is not an integer or has too
  /// many digits.
  @inline(never)
  fileprivate func plainIntegers(at array: Int) -> [Int]? {
    var integers: [Int] = []
    integers.reserveCapacity(count(of: array))
    let end = end(of: array)
    var place = array &+ 1
    while place < end {
      guard let integer = smallInteger(at: place) else { return nil }
      integers.append(Int(truncatingIfNeeded: integer))
      place &+= 1
    }
    return integers
  }

  /// Decodes an array of floating-point numbers. The result is `nil` if an element is not a number
  /// or has too many digits.
  @inline(never)
  fileprivate func plainDoubles(at array: Int) -> [Double]? {
    var doubles: [Double] = []
    doubles.reserveCapacity(count(of: array))
    let end = end(of: array)
    var place = array &+ 1
    while place < end {
      guard let double = nearestDouble(at: place) else { return nil }
      doubles.append(double)
      place &+= 1
    }
    return doubles
  }
}
