import ApusHTTP
import Testing

/// RFC 6266 section 4.3.
@Suite struct FileNameTests {
  /// Fields as a peer sends them, and the name that a file may get.
  static let fit: [(String, String)] = [
    ("filename=a.txt", "a.txt"),
    ("filename=\"a b.txt\"", "a b.txt"),
    ("filename=README", "README"),
    ("filename=\"/etc/passwd\"", "passwd"),
    ("filename=\"../../etc/passwd\"", "passwd"),
    ("filename=\"..\\\\..\\\\evil.exe\"", "evil.exe"),
    ("filename=\"C:\\\\temp\\\\a.txt\"", "a.txt"),
    ("filename=\"/a\\\\b/c\\\\d.txt\"", "d.txt"),
    ("filename=\"a/../b.txt\"", "b.txt"),
    ("filename*=UTF-8''..%2F..%2Fetc%2Fpasswd", "passwd"),
    ("filename*=UTF-8''%2e%2e%5c%2e%2e%5cevil.exe", "evil.exe"),
    ("filename*=UTF-8''na%C3%AFve.txt", "naïve.txt"),
    ("filename*=UTF-8''%E6%97%A5%E6%9C%AC.txt", "日本.txt"),
    ("filename*=ISO-8859-1''caf%E9.txt", "café.txt"),
    ("filename=\"..%2Fa.txt.\"; filename*=UTF-8''b.txt", "b.txt"),
    ("filename=\"a%2Fb.txt\"", "a%2Fb.txt"),
    ("filename=a..txt", "a..txt"),
    ("filename=a.tar.gz", "a.tar.gz"),
    ("filename=a-b", "a-b"),
    ("filename=CONSOLE.txt", "CONSOLE.txt"),
    ("filename=COM10", "COM10"),
    ("filename=a.con", "a.con"),
    ("filename=\"~root\"", "~root"),
    ("filename=\"2024-01-01T10:00.log\"", "2024-01-01T10:00.log"),
    ("filename*=UTF-8''%E2%88%95a", "\u{2215}a"),
    ("filename*=UTF-8''a%CC%81%2Fb", "b"),
    ("filename*=UTF-8''a%2F%CC%81b", "\u{301}b"),
  ]

  @Test(arguments: fit)
  func `the safe file name is the last path component of the proposed file name`(
    field: String, name: String
  )
    throws
  {
    let disposition = try HTTP.ContentDisposition("attachment; \(field)")
    let fileName = try #require(try disposition.safeFileName())
    #expect(Array(fileName.text.utf8) == Array(name.utf8))
  }

  /// Fields of a peer, and the reasons for rejecting their names.
  static let unfit: [(String, HTTP.FileName.Refusal)] = [
    ("filename=\"\"", .empty),
    ("filename=\"a/\"", .empty),
    ("filename=\"a\\\\\"", .empty),
    ("filename*=UTF-8''", .empty),
    ("filename*=UTF-8''a%2F", .empty),
    ("filename=.", .leadingDot),
    ("filename=..", .leadingDot),
    ("filename=\"a/..\"", .leadingDot),
    ("filename=...", .leadingDot),
    ("filename=.bashrc", .leadingDot),
    ("filename=\"x/.ssh\"", .leadingDot),
    ("filename*=UTF-8''%2E%2E", .leadingDot),
    ("filename=-rf", .leadingHyphen),
    ("filename=\"a/-o\"", .leadingHyphen),
    ("filename=\"a.txt.\"", .trailing(0x2e)),
    ("filename=\"a.txt \"", .trailing(0x20)),
    ("filename=\"  \"", .trailing(0x20)),
    ("filename=CON", .device("CON")),
    ("filename=con", .device("CON")),
    ("filename=Nul.txt", .device("NUL")),
    ("filename=aux.tar.gz", .device("AUX")),
    ("filename=\"prn .txt\"", .device("PRN")),
    ("filename=COM1", .device("COM1")),
    ("filename=lpt9.log", .device("LPT9")),
    ("filename*=UTF-8''COM%C2%B9", .device("COM¹")),
    ("filename=\"CONIN$\"", .device("CONIN$")),
    ("filename=\"nul:stream\"", .device("NUL")),
    ("filename=\"x\\\\clock$\"", .device("CLOCK$")),
    ("filename*=UTF-8''a%00.txt", .invisible(codePoint: 0)),
    ("filename*=UTF-8''a%0D%0Ab", .invisible(codePoint: 0x0d)),
    ("filename*=UTF-8''a%1Bb", .invisible(codePoint: 0x1b)),
    ("filename*=UTF-8''a%7F", .invisible(codePoint: 0x7f)),
    ("filename=\"a\tb\"", .invisible(codePoint: 0x09)),
    ("filename*=ISO-8859-1''a%85b", .invisible(codePoint: 0x85)),
    ("filename*=UTF-8''a%E2%80%A8b", .invisible(codePoint: 0x2028)),
    ("filename*=UTF-8''a%E2%80%AEgpj.exe", .invisible(codePoint: 0x202e)),
    ("filename*=UTF-8''a%E2%81%A6b", .invisible(codePoint: 0x2066)),
    ("filename*=UTF-8''%E2%80%8Fa", .invisible(codePoint: 0x200f)),
    ("filename*=UTF-8''a%D8%9C", .invisible(codePoint: 0x61c)),
  ]

  @Test(arguments: unfit)
  func `each unsafe file name is rejected with its reason`(
    field: String, refusal: HTTP.FileName.Refusal
  ) throws {
    let disposition = try HTTP.ContentDisposition("attachment; \(field)")
    #expect(throws: refusal) { try disposition.safeFileName() }
    #expect(!refusal.description.isEmpty)
  }

  @Test func `a file name of 255 bytes is accepted, and 256 bytes are rejected`() throws {
    let limit = HTTP.FileName.byteCountLimit
    let longest = String(repeating: "a", count: limit)
    #expect(try HTTP.FileName(lastComponentOf: longest).text == longest)
    #expect(try HTTP.FileName(lastComponentOf: "folder/" + longest).text == longest)
    #expect(throws: HTTP.FileName.Refusal.tooLong(byteCount: limit + 1, limit: limit)) {
      try HTTP.FileName(lastComponentOf: longest + "a")
    }
    let umlauts = String(repeating: "ü", count: limit / 2)
    #expect(try HTTP.FileName(lastComponentOf: umlauts).text == umlauts)
    #expect(throws: HTTP.FileName.Refusal.tooLong(byteCount: limit + 1, limit: limit)) {
      try HTTP.FileName(lastComponentOf: umlauts + "ü")
    }
  }

  @Test func `no byte between two dots of a file name creates a path outside the folder`() {
    for byte in UInt8.min...UInt8.max {
      let path = String(decoding: [0x61, byte, 0x2e, 0x2e, byte, 0x62], as: UTF8.self)
      guard let name = try? HTTP.FileName(lastComponentOf: path) else { continue }
      #expect(!name.text.utf8.contains { $0 == 0x2f || $0 == 0x5c || $0 < 0x20 })
      #expect(!name.text.utf8.starts(with: [0x2e]))
    }
  }
}
