import ApusHTTP
import Testing

/// The rules for any text that is read as a URL.
struct URLMutationTests {
  static let seeds = [
    "https://u%41:p%40@Ex-ample.com.:8443/a/./b%2f/../c;d?e=f&g[]=h#i",
    "http://[fe80::1%25e0]:1/?#",
    "http://192.0.2.1:/%2e%2E/\u{e9}|?{}", "//h/../a:b?c", "../a/./b?c#d", "mailto:a@b?c",
  ]

  private static let grammar = HTTP.PercentEncoding.query.kept.union(ByteSet("%"))

  /// Reads the bytes in every way, and checks the promises of the results.
  private func check(_ bytes: [UInt8]) throws {
    guard let parsed = try? HTTP.Reference.parse(bytes.span) else { return }
    let reference = parsed.reference
    let again = try HTTP.Reference(reference.description)
    #expect(again.description == reference.description)
    let base = try HTTP.URL("https://base/a/b?c")
    for url in [try? HTTP.URL(reference), try? base.resolving(reference)].compactMap({ $0 }) {
      #expect(try HTTP.URL(url.description).description == url.description)
      #expect(url.requestTarget.utf8.first == 0x2f)
      #expect(url.requestTarget.utf8.allSatisfy { Self.grammar.contains($0) })
      #expect(url.authority.utf8.allSatisfy { $0 != 0x40 && $0 != 0x25 && 0x21...0x7e ~= $0 })
      #expect(!"\(url.path)/".contains("/../") && !"\(url.path)/".contains("/./"))
      #expect(url.description.utf8.count <= HTTP.URL.limit)
    }
  }

  @Test(arguments: seeds)
  func `every truncated URL is rejected or equals its reparsed canonical text`(_ seed: String)
    throws
  {
    let bytes = Array(seed.utf8)
    for count in 0...bytes.count { try check(Array(bytes[..<count])) }
  }

  @Test(arguments: seeds)
  func `every URL with one changed byte is rejected or equals its reparsed text`(_ seed: String)
    throws
  {
    let bytes = Array(seed.utf8)
    for index in bytes.indices {
      for byte in Array(0x20...0x3f) + [0x00, 0x0a, 0x5b, 0x5c, 0x5d, 0x65, 0x7f, 0x80, 0xff] {
        var changed = bytes
        changed[index] = UInt8(byte)
        try check(changed)
      }
    }
  }
}
