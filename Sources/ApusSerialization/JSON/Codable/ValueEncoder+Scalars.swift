/// A value by itself.
extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    beginSingle()
    document.text.write(plain: "null")
  }

  func encode(_ value: Bool) throws {
    beginSingle()
    document.text.write(value)
  }

  func encode(_ value: String) throws {
    beginSingle()
    document.text.write(value)
  }

  func encode(_ value: Double) throws {
    beginSingle()
    try write(number: value)
  }

  func encode(_ value: Float) throws {
    beginSingle()
    try write(number: value)
  }

  func encode(_ value: Int) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: Int8) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: Int16) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: Int32) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: Int64) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: Int128) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: UInt) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: UInt8) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: UInt16) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: UInt32) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: UInt64) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode(_ value: UInt128) throws {
    beginSingle()
    document.text.write(integer: value)
  }

  func encode<Value: Encodable>(_ value: Value) throws { try write(value) }

  /// Writes a number that may be none.
  func write(
    number: some BinaryFloatingPoint & CustomStringConvertible, _ key: (any CodingKey)? = nil
  ) throws {
    guard !number.isFinite else { return document.text.write(finite: number) }
    guard case .text(let infinity, let negativeInfinity, let nan) = document.coder.nonFinite else {
      throw failure(.nonFinite(number.description), number, key)
    }
    let isNegative = number.sign == .minus
    document.text.write(number.isNaN ? nan : isNegative ? negativeInfinity : infinity)
  }

  /// Writes a value that is JSON already.
  func write(json: JSONValue) throws {
    beginSingle()
    do throws(JSONEncodingError) {
      try json.write(to: &document.text, depth: depth)
    } catch {
      throw failure(error.cause, json)
    }
  }
}
