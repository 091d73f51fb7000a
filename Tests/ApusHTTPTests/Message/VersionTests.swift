import ApusHTTP
import Testing

/// RFC 9112 section 2.3.
struct VersionTests {
  @Test func `versions HTTP/1.1 to HTTP/1.9 follow the rules of HTTP/1.1, and HTTP/1.0 not`() {
    #expect(!HTTP.Version.http10.isAtLeast11)
    for minor in UInt8(1)...9 { #expect(HTTP.Version(minor: minor).isAtLeast11) }
  }

  @Test func `a version preserves the minor version number of the message`() {
    #expect(HTTP.Version(minor: 7).minor == 7)
    #expect(HTTP.Version(minor: 7) != .http11)
    #expect(HTTP.Version(minor: 1) == .http11)
    #expect(HTTP.Version.http10.description == "1.0")
    #expect(HTTP.Version(minor: 9).description == "1.9")
  }

  @Test func `the minor version is the last digit of the given number`() {
    #expect(HTTP.Version(minor: 10) == .http10)
    #expect(HTTP.Version(minor: 255).minor == 5)
  }
}
