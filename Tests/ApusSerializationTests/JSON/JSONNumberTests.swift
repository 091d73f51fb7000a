import Testing

@testable import ApusSerialization

/// RFC 8259 section 6.
struct JSONNumberTests {
  @Test(
    arguments: [
      ("0", 0), ("7", 7), ("-1", -1), ("9223372036854775807", Int64.max),
      ("-9223372036854775808", .min), ("1.0", 1), ("-25e-1", nil), ("1e3", 1_000), ("-0", 0),
      ("9223372036854775808", nil), ("-9223372036854775809", nil), ("0e99999999999999999999", 0),
    ] as [(String, Int64?)])
  func `a JSON number converts to an integer only if the value is exact`(
    text: String, value: Int64?
  )
    throws
  {
    #expect(try number(text).exactly(Int64.self) == value)
  }

  @Test func `integers of any width are written and read back unchanged`() throws {
    #expect(try number("18446744073709551615").exactly(UInt64.self) == .max)
    #expect(try number("18446744073709551616").exactly(UInt128.self) == 1 << 64)
    #expect(try number("-170141183460469231731687303715884105728").exactly(Int128.self) == .min)
    #expect(try number("256").exactly(UInt8.self) == nil)
    #expect(JSON.Number(Int128.min).description == "-170141183460469231731687303715884105728")
    #expect(JSON.Number(UInt8(5)) == JSON.Number(Int64(5)))
  }

  @Test(arguments: [
    "0.1", "-0.0", "1e22", "1e23", "-1.5e300", "1.7976931348623157e308", "4.9e-324", "5e-324",
    "2.2250738585072014e-308", "2.2250738585072011e-308", "9007199254740993e0",
    "0.30000000000000004",
    "123456789012345.67", "1e-22", "1e-23", "8.98846567431158e307", "0.000000000000000000000000001",
    "1000000000000000000000000000.0", "1.00000000000000000000000", "12345678901234567e-30",
  ])
  func `the nearest Double of a JSON number equals the standard library's result`(text: String)
    throws
  {
    let value = try #require(number(text).double)
    #expect(value.bitPattern == Double(text)?.bitPattern)
  }

  @Test func `a random Double that is written as JSON is read back with the same bits`() throws {
    var bits: UInt64 = 0x9e37_79b9_7f4a_7c15
    for _ in 0..<2_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = Double(bitPattern: bits)
      guard value.isFinite else { continue }
      #expect(try number(value.description).double?.bitPattern == bits)
    }
  }

  @Test(arguments: [
    "1e400", "-1e400", "1e-400", "123456789012345678.5", "18446744073709551616",
    "1.000000000000000005", "1e99999999999999999999", "1E+400", "0.1234567890123456789012345",
  ])
  func `a number such as 1e400 is stored and written as its original text`(text: String) throws {
    let number = try number(text)
    guard case .text(text) = number.storage else {
      Issue.record("\(text) became \(number.storage)")
      return
    }
    #expect(number.description == text)
  }

  @Test func `a JSON number stored as text converts to the nearest Double if in range`() throws {
    #expect(try number("18446744073709551616").double == 0x1p64)
    #expect(try number("1.000000000000000005").double == 1)
    #expect(try number("1e-400").double == 0)
    #expect(try number("1e400").double == nil)
  }

  @Test func `a number with a million zeros and a large exponent has the correct value`() throws {
    let zeros = String(repeating: "0", count: 1_000_000)
    #expect(try number("0." + zeros + "1e1000001").double == 1)
    #expect(try number("1" + zeros + ".0e-1000000").double == 1)
  }

  @Test func `the JSON numbers 1 and 1.0 are equal and have equal hashes`() throws {
    #expect(try number("1") == number("1.0"))
    #expect(try number("1e2").hashValue == number("100").hashValue)
    #expect(try number("-0") == number("0"))
    #expect(try number("9007199254740993") != number("9007199254740992.0"))
    #expect(try number("18446744073709551615") != number("18446744073709551616.0"))
    #expect(try number("10000000000000000000") == number("1e19"))
    #expect(try number("1e400") == number("1e400"))
    #expect(try number("1e400") != number("1"))
  }

  @Test func `infinity and NaN cannot be JSON numbers`() {
    #expect(JSON.Number(.infinity) == nil)
    #expect(JSON.Number(.nan) == nil)
    #expect(JSON.Number(0.5)?.double == 0.5)
  }

  private func number(_ text: String) throws -> JSON.Number {
    try #require(JSON.Value(parsing: text).number)
  }
}
