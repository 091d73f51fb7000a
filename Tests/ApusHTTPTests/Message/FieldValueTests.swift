import ApusHTTP
import Testing

/// RFC 9110 section 5.5.
struct FieldValueTests {
  @Test func `a field value preserves any bytes unchanged`() {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(HTTP.FieldValue(bytes: bytes).bytes == bytes)
    #expect(HTTP.FieldValue("caf\u{e9}").bytes == [0x63, 0x61, 0x66, 0xc3, 0xa9])
  }

  @Test func `invalid UTF-8 in a field value's text becomes replacement characters`() {
    #expect(HTTP.FieldValue(bytes: [0x61, 0xff]).text == "a\u{fffd}")
    #expect(HTTP.FieldValue("a b").text == "a b")
  }

  @Test func `field values are equal if their bytes are equal`() {
    let composed: HTTP.FieldValue = "caf\u{e9}"
    let decomposed: HTTP.FieldValue = "cafe\u{301}"
    #expect(composed != decomposed)
    #expect(HTTP.FieldValue("a") != "A")
    #expect(HTTP.FieldValue("a") == HTTP.FieldValue(bytes: [0x61]))
    #expect(HTTP.FieldValue.sensitive("a") == "a")
    #expect(HTTP.FieldValue.sensitive("a").hashValue == HTTP.FieldValue("a").hashValue)
  }

  @Test func `a field value's description is escaped and limited to 128 characters`() {
    #expect(HTTP.FieldValue("a\r\nB: c").description == "a\\x0d\\x0aB: c")
    let long = HTTP.FieldValue(String(repeating: "x", count: 300))
    #expect(long.description == String(repeating: "x", count: 128) + "…")
    #expect(long.debugDescription == long.description)
  }

  @Test func `a sensitive field value appears in no description, dump or mirror`() {
    let value = HTTP.FieldValue.sensitive("hidden")
    #expect(value.isSensitive && value.text == "hidden")
    for shown in Shown.everyWay(value) + Shown.everyWay([value]) + Shown.everyWay(value as Any?) {
      #expect(!shown.contains("hidden"))
      #expect(!shown.contains("104"), "the first byte as a number")
      #expect(shown.contains("<sensitive>"))
    }
    #expect(Mirror(reflecting: value).children.isEmpty)
  }
}
