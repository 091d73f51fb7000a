/// The encoding of a JSON value without keys or elements, such as a number.
extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    single { $0.write(plain: "null") }
  }

  func encode(_ value: Bool) throws {
    single { $0.write(value) }
  }

  func encode(_ value: String) throws {
    single { $0.write(value) }
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
    single { $0.write(integer: value) }
  }

  func encode(_ value: Int8) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: Int16) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: Int32) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: Int64) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: Int128) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: UInt) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: UInt8) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: UInt16) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: UInt32) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: UInt64) throws {
    single { $0.write(integer: value) }
  }

  func encode(_ value: UInt128) throws {
    single { $0.write(integer: value) }
  }

  func encode<Value: Encodable>(_ value: Value) throws { try write(value) }

  /// Writes a floating-point number, which may be infinity or NaN.
  @inline(__always)
  func write(
    number: some BinaryFloatingPoint & CustomStringConvertible, _ key: (any CodingKey)? = nil
  ) throws {
    guard !number.isFinite else { return document.write { $0.write(finite: number) } }
    try write(nonFinite: number, key)
  }

  private func write(
    nonFinite number: some BinaryFloatingPoint & CustomStringConvertible, _ key: (any CodingKey)?
  ) throws {
    guard case .text(let infinity, let negativeInfinity, let nan) = document.coder.nonFinite else {
      throw failure(.nonFinite(number.description), number, key)
    }
    let isNegative = number.sign == .minus
    document.write { $0.write(number.isNaN ? nan : isNegative ? negativeInfinity : infinity) }
  }

  /// Writes a value of the type `JSON.Value` without an encoder.
  func write(json: JSON.Value) throws {
    beginSingle()
    let depth = depth
    let error = document.write { text in
      do throws(JSON.EncodingError) {
        try json.write(to: &text, depth: depth)
        return nil as JSON.EncodingError?
      } catch {
        return error
      }
    }
    if let error { throw failure(error.cause, json) }
  }
}
