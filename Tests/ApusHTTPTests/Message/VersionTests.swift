import ApusHTTP
import Testing

/// RFC 9112 section 2.3.
struct VersionTests {
  @Test func `every minor version but 0 has the rules of 1_1`() {
    #expect(!HTTP.Version.http10.isAtLeast11)
    for minor in UInt8(1)...9 { #expect(HTTP.Version(minor: minor).isAtLeast11) }
  }

  @Test func `the version is kept as it was stated`() {
    #expect(HTTP.Version(minor: 7).minor == 7)
    #expect(HTTP.Version(minor: 7) != .http11)
    #expect(HTTP.Version(minor: 1) == .http11)
    #expect(HTTP.Version.http10.description == "1.0")
    #expect(HTTP.Version(minor: 9).description == "1.9")
  }

  @Test func `a version has one digit`() {
    #expect(HTTP.Version(minor: 10) == .http10)
    #expect(HTTP.Version(minor: 255).minor == 5)
  }
}
