import Testing

@testable import ApusHTTP

/// RFC 9112 section 3.2: the bytes between the two spaces of a request line.
struct CheckedTargetTests {
  private func expect(
    _ start: String, _ path: String, _ query: String? = nil, faultAt offset: Int
  ) {
    #expect(throws: HTTP.WriteError.invalidTarget(at: offset)) {
      try HTTP.CheckedTarget(start: start, path: path, query: query)
    }
  }

  @Test func `the offset of an invalid byte is counted from the start of the request target`() {
    expect("", "", "a", faultAt: 0)
    expect("", "/ ", faultAt: 1)
    expect("", "/a\r", faultAt: 2)
    expect("http://h ", "/a", faultAt: 8)
    expect("http://h", "/a?", faultAt: 10)
    expect("", "/a", "b#", faultAt: 4)
    expect("http://h", "/a", "b\u{7f}", faultAt: 12)
  }

  @Test(arguments: ["/a", "/?", "", "?b?/", "/a%2fb?c=d&e=%C3%A9#f", "/\u{e9} "])
  func `the path and query of any URL form a valid request target`(_ text: String) throws {
    guard let url = try? HTTP.URL("http://h" + text) else { return }
    let target = HTTP.CheckedTarget(url, behind: "http://h")
    let checked = try HTTP.CheckedTarget(
      start: "http://h", path: target.path, query: target.query)
    #expect(checked.path == target.path && checked.path.utf8.first == 0x2f)
  }
}
