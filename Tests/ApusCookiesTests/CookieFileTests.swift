import ApusCookies
import ApusHTTP
import ApusNames
import Testing

/// The format of curl's cookie files.
@Suite struct CookieFileTests {
  private let now = HTTP.Date(secondsSinceEpoch: 1_000)

  private func read(_ text: String) -> CookieFile {
    CookieFile(parsing: Array(text.utf8).span, at: now)
  }

  @Test func `a cookie file with comments, cookies and session cookies is parsed`() throws {
    let file = read(
      """
      # Netscape HTTP Cookie File
      #HttpOnly is a comment

      .example.org\tTRUE\t/\tFALSE\t2000\ta\t1
      #HttpOnly_www.example.org\tFALSE\t/x\tTRUE\t0\tb\t2 3\t4\r
      example.org\ttrue\t/\tfalse\t99999999999999999999\tc\t
      127.0.0.1\tFALSE\t/\tFALSE\t0\td\t
      127.0.0.1\tFALSE\t/\tFALSE\t0\te
      """)
    #expect(file.faults.map(\.line) == [6])
    #expect(file.faults.map(\.fault) == [.malformedExpiry])
    #expect(
      file.cookies.map(\.description) == [
        "a=<sensitive>; .example.org/", "b=<sensitive>; www.example.org/x",
        "d=<sensitive>; 127.0.0.1/", "e=<sensitive>; 127.0.0.1/",
      ])
    #expect(file.cookies.map(\.value) == ["1", "2 3\t4", "", ""])
    #expect(file.cookies.map(\.isHTTPOnly) == [false, true, false, false])
    #expect(file.cookies.map(\.isSecure) == [false, true, false, false])
    #expect(
      file.cookies.map(\.expiry) == [HTTP.Date(secondsSinceEpoch: 2_000), nil, nil, nil])
    #expect(file.cookies.allSatisfy { $0.created == now })
  }

  @Test(arguments: [
    ("a", CookieFile.Fault.fieldCount(1)),
    ("example.org TRUE / FALSE 0 a 1", .fieldCount(1)),
    ("example.org\tTRUE\t/\tFALSE\t0", .fieldCount(5)),
    ("a b\tTRUE\t/\tFALSE\t0\ta\t1", .malformedDomain(.invalidByte(at: 1, byte: 0x20))),
    ("\tTRUE\t/\tFALSE\t0\ta\t1", .malformedDomain(.empty)),
    ("example.org\tYES\t/\tFALSE\t0\ta\t1", .malformedFlag),
    ("example.org\tTRUE\t/\t\t0\ta\t1", .malformedFlag),
    ("example.org\tTRUE\t/\tFALSE\t-1\ta\t1", .malformedExpiry),
    ("example.org\tTRUE\t/\tFALSE\t\ta\t1", .malformedExpiry),
    ("example.org\tTRUE\tx\tFALSE\t0\ta\t1", .refused(.malformedPath)),
    ("example.org\tTRUE\t/\tFALSE\t0\t\t", .refused(.empty)),
    ("example.org\tTRUE\t/\tTRUE\t0\t__Host-a\t1", .refused(.unmetPrefix(.host))),
    ("example.org\tTRUE\t/\tFALSE\t0\ta\t\u{1}", .refused(.controlCharacter(at: 0))),
  ])
  func `an invalid line of a cookie file is reported with its line number`(
    line: String, fault: CookieFile.Fault
  ) throws {
    let good = "example.org\tFALSE\t/\tFALSE\t0\tgood\t1"
    let file = read("\(good)\n\(line)\n\n\(good)\n\(line)")
    #expect(file.faults.map(\.line) == [2, 5])
    #expect(file.faults.allSatisfy { $0.fault == fault && !fault.description.isEmpty })
    #expect(file.cookies.map(\.name) == ["good", "good"])
  }

  @Test func `a cookie file that was written and read contains the same cookies`() throws {
    var trial = try CookieTrial()
    for value in [
      "a=1; Path=/", "b=2 3; Domain=example.org; Max-Age=100; HttpOnly", "=c; Path=/x", "d=",
      "__Host-e=5; Secure; Path=/", "f=1\t2",
    ] {
      try trial.receive(value, from: "https://www.example.org/")
    }
    try trial.receive("g=1", from: "http://[2001:db8::1]/")
    let cookies = trial.jar.cookies(at: trial.now)
    let (bytes, leftOut) = CookieFile(cookies: cookies).text()
    #expect(leftOut.isEmpty)
    let file = CookieFile(parsing: bytes.span, at: trial.now)
    #expect(file == CookieFile(cookies: cookies))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text == """
        # Netscape HTTP Cookie File
        www.example.org\tFALSE\t/\tFALSE\t0\ta\t1
        #HttpOnly_.example.org\tTRUE\t/\tFALSE\t1288569700\tb\t2 3
        www.example.org\tFALSE\t/x\tFALSE\t0\t\tc
        www.example.org\tFALSE\t/\tFALSE\t0\td\t
        www.example.org\tFALSE\t/\tTRUE\t0\t__Host-e\t5
        www.example.org\tFALSE\t/\tFALSE\t0\tf\t1\t2
        [2001:db8::1]\tFALSE\t/\tFALSE\t0\tg\t1

        """)
  }

  @Test
  func `a cookie file omits cookies with a tab and writes an expiry before 1970 as 1`()
    throws
  {
    func cookie(_ name: String, path: String = "/", expiry: Int64? = nil) throws -> HTTP.Cookie {
      try HTTP.Cookie(
        name: name, value: "1", domain: CanonicalHost("example.org"), path: path,
        expiry: expiry.map { HTTP.Date(secondsSinceEpoch: $0) }, created: now)
    }
    let odd = [try cookie("a\tb"), try cookie("c", path: "/\t")]
    let (bytes, leftOut) = CookieFile(cookies: odd + [try cookie("d", expiry: -5)]).text()
    #expect(leftOut == odd)
    let file = CookieFile(parsing: bytes.span, at: now)
    #expect(file.cookies.map(\.expiry) == [HTTP.Date(secondsSinceEpoch: 1)])
  }

  @Test func `the cookie file parser accepts truncated or random bytes without a trap`() {
    let text = Array("#HttpOnly_.example.org\tTRUE\t/\tFALSE\t2000\ta\t1".utf8)
    for count in text.indices {
      let file = CookieFile(parsing: Array(text[..<count]).span, at: now)
      #expect(file.cookies.count + file.faults.count <= 1)
    }
    for index in text.indices {
      for byte: UInt8 in [0, 0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x7f, 0xff] {
        var changed = text
        changed[index] = byte
        let file = CookieFile(parsing: changed.span, at: now)
        #expect(file.cookies.count + file.faults.count <= 2)
      }
    }
  }
}
