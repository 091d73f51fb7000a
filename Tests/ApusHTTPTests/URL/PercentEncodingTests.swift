import ApusHTTP
import Testing

/// RFC 3986 section 2.
struct PercentEncodingTests {
  typealias Encoding = HTTP.PercentEncoding

  static let all: [Encoding] = [
    .unreserved, .userinfo, .pathSegment, .path, .query, .queryValue, .fragment, .form,
  ]

  /// The octets that an encoding keeps, in their order.
  private func kept(_ encoding: Encoding) -> String {
    String(
      decoding: (UInt8.min...UInt8.max).filter { encoding.kept.contains($0) }, as: UTF8.self)
  }

  private let digits = "0123456789"
  private let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private let lower = "abcdefghijklmnopqrstuvwxyz"

  @Test func `the encoding of each URL component keeps the characters of its grammar`() {
    #expect(kept(.unreserved) == "-.\(digits)\(upper)_\(lower)~")
    #expect(kept(.userinfo) == "!$&'()*+,-.\(digits);=\(upper)_\(lower)~")
    #expect(kept(.path) == "!$&'()*+,-./\(digits):;=@\(upper)_\(lower)~")
    #expect(kept(.query) == "!$&'()*+,-./\(digits):;=?@\(upper)_\(lower)~")
    #expect(kept(.fragment) == kept(.query))
  }

  @Test func `the encodings of path segments and query values escape their delimiters`() {
    #expect(kept(.pathSegment) == "!$&'()*+-.\(digits):@\(upper)_\(lower)~")
    #expect(kept(.queryValue) == "-./\(digits)?\(upper)_\(lower)~")
    #expect(kept(.form) == "*-.\(digits)\(upper)_\(lower)")
  }

  @Test(arguments: all)
  func `every byte is percent-encoded and decoded unchanged`(_ encoding: Encoding) throws {
    let bytes = Array(UInt8.min...UInt8.max)
    let text = encoding.encode(bytes.span)
    #expect(try encoding.decode(text) == bytes)
    #expect(text.utf8.allSatisfy { 0x21...0x7e ~= $0 })
  }

  @Test func `text is percent-encoded as UTF-8 with upper-case hexadecimal digits`() {
    #expect(Encoding.path.encode("/café/a b%") == "/caf%C3%A9/a%20b%25")
    #expect(Encoding.pathSegment.encode("a/b?c#d") == "a%2Fb%3Fc%23d")
    #expect(Encoding.unreserved.encode("👩‍👩") == "%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9")
  }

  @Test func `a slash with a combining accent is percent-encoded`() {
    #expect(Encoding.pathSegment.encode("a/\u{301}") == "a%2F%CC%81")
    #expect(Encoding.queryValue.encode("\r\n") == "%0D%0A")
  }

  @Test func `only the form encoding writes a space as +`() throws {
    #expect(Encoding.form.encode("a b+c~") == "a+b%2Bc%7E")
    #expect(Encoding.queryValue.encode("a b+c~") == "a%20b%2Bc~")
    #expect(try Encoding.form.decode("a+b%2Bc") == Array("a b+c".utf8))
    #expect(try Encoding.query.decode("a+b%2Bc") == Array("a+b+c".utf8))
  }

  @Test func `percent-encoded bytes are decoded in upper-case and lower-case hexadecimal`() throws {
    #expect(try Encoding.path.decode("%c3%A9%2F") == [0xc3, 0xa9, 0x2f])
  }

  @Test(arguments: [("%", 0), ("a%", 1), ("a%4", 1), ("%4g", 0), ("%g4", 0), ("%25%+5", 3)])
  func `a percent sign without two hexadecimal digits is a decoding error`(_ text: String, at: Int)
  {
    #expect(throws: DecodeError.malformedEnding(at: at)) { try Encoding.path.decode(text) }
  }

  @Test func `percent-decoding rejects control characters and non-ASCII characters`() {
    for byte in UInt8.min...UInt8.max where !(0x21...0x7e ~= byte) {
      #expect(throws: DecodeError.invalidCharacter(at: 1, byte: byte)) {
        try Encoding.form.decode([0x61, byte].span)
      }
    }
  }
}
