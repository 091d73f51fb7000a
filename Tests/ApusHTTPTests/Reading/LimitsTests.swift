import ApusHTTP
import Testing

/// Every limit, at the limit and one past it, in every cut.
struct LimitsTests {
  private func limited(_ change: (inout HTTP.Limits) -> Void) -> HTTP.Limits {
    var limits = HTTP.Limits()
    change(&limits)
    return limits
  }

  private func response(_ text: String, _ limits: HTTP.Limits) -> HTTP.ParseError? {
    let errors = [1, 3, Int.max].map {
      Transcript.responses(text, limits: limits, ending: .clean, pieces: $0).error
    }
    #expect(errors[0] == errors[2] && errors[1] == errors[2])
    return errors[2]
  }

  private func request(_ text: String, _ limits: HTTP.Limits) -> HTTP.ParseError? {
    let errors = [1, 3, Int.max].map {
      Transcript.requests(text, limits: limits, ends: true, pieces: $0).error
    }
    #expect(errors[0] == errors[2] && errors[1] == errors[2])
    return errors[2]
  }

  @Test func `a start line at the size limit is accepted, and one more byte is rejected`() {
    let status = "HTTP/1.1 200 OK\r\n\r\n"
    #expect(response(status, limited { $0.startLine = 15 }) == nil)
    #expect(
      response("\r\n" + status, limited { $0.startLine = 14 })
        == .limitExceeded(.startLine, limit: 14, at: 2))
    let get = "GET / HTTP/1.0\r\n\r\n"
    #expect(request(get, limited { $0.startLine = 14 }) == nil)
    #expect(
      request(get, limited { $0.startLine = 13 })
        == .limitExceeded(.startLine, limit: 13, at: 0))
  }

  @Test func `a start line without a line end is rejected at the size limit`() {
    let endless = String(repeating: "G", count: 20)
    let limits = limited { $0.startLine = 19 }
    #expect(request(endless, limits) == .limitExceeded(.startLine, limit: 19, at: 0))
    #expect(response(endless, limits) == .limitExceeded(.startLine, limit: 19, at: 0))
    #expect(Transcript.requests(endless, limits: limited { $0.startLine = 20 }).error == nil)
  }

  @Test(arguments: ["AB: cd", "A:    ", "A: \r\n b", "A:\r\n  \r\n "])
  func `a field line at the size limit is accepted, and one more byte is rejected`(_ line: String) {
    let count = line.utf8.count
    let text = "HTTP/1.1 200\r\nX: y\r\n\(line)\r\nZ:\r\n\r\n"
    #expect(response(text, limited { $0.fieldLine = count }) == nil)
    #expect(
      response(text, limited { $0.fieldLine = count - 1 })
        == .limitExceeded(.fieldLine, limit: count - 1, at: 20))
  }

  @Test func `a field line without a line end is rejected at the size limit`() {
    for line in ["A: bcdefgh", "Abcdefghij", "A: b\r\n cde"] {
      let head = "HTTP/1.1 200\r\n" + line
      #expect(
        response(head, limited { $0.fieldLine = 9 })
          == .limitExceeded(.fieldLine, limit: 9, at: 14))
      let open = Transcript.responses(head, limits: limited { $0.fieldLine = 10 })
      #expect(open.error == nil)
    }
  }

  @Test func `header fields at the total size limit are accepted, and one more byte rejected`() {
    let text = "HTTP/1.1 200 OK\r\nA: b\r\nCD: ef\r\n\r\n"
    #expect(response(text, limited { $0.headSection = 14 }) == nil)
    #expect(
      response(text, limited { $0.headSection = 13 })
        == .limitExceeded(.headSection, limit: 13, at: 23))
    #expect(
      response(text, limited { $0.headSection = 5 })
        == .limitExceeded(.headSection, limit: 5, at: 17))
    #expect(response("HTTP/1.1 200 OK\r\n\r\n", limited { $0.headSection = 0 }) == nil)
  }

  @Test func `the error contains the size limit that a field line exceeds first`() {
    let text = "HTTP/1.1 200 OK\r\nA: bcdefghij\r\n\r\n"
    for (line, section, name) in [
      (5, 8, HTTP.LimitName.fieldLine), (5, 7, .fieldLine), (5, 6, .headSection),
      (9, 9, .headSection),
    ] {
      let limits = limited {
        $0.fieldLine = line
        $0.headSection = section
      }
      #expect(
        response(text, limits)
          == .limitExceeded(name, limit: name == .fieldLine ? line : section, at: 17))
    }
  }

  @Test(arguments: [0, 1, 2, 15, 16, 17, 32, 33, 100])
  func `as many header fields as the limit are accepted, and one more is rejected`(_ count: Int) {
    let limits = limited { $0.fieldCount = count }
    let head = "HTTP/1.1 200\r\n" + String(repeating: "A: b\r\n", count: count)
    #expect(response(head + "\r\n", limits) == nil)
    let error = HTTP.ParseError.limitExceeded(
      .fieldCount, limit: count, at: 14 + 6 * count)
    #expect(response(head + "A: b\r\n\r\n", limits) == error)
    #expect(response(head + ":x", limits) == error)
  }

  @Test func `the size and count limits of field lines apply to trailer sections`() {
    let chunked = "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    let at = chunked.utf8.count
    let text = chunked + "A: b\r\nCD: ef\r\n\r\n"
    #expect(response(text, limited { $0.trailerSection = 14 }) == nil)
    #expect(
      response(text, limited { $0.trailerSection = 13 })
        == .limitExceeded(.trailerSection, limit: 13, at: at + 6))
    #expect(
      response(chunked + "\r\n", limited { $0.trailerSection = 0 }) == nil)
    let long = String(repeating: "v", count: 30)
    #expect(response(chunked + "A: \(long)\r\n\r\n", limited { $0.fieldLine = 33 }) == nil)
    #expect(
      response(chunked + "A: \(long)\r\n\r\n", limited { $0.fieldLine = 32 })
        == .limitExceeded(.fieldLine, limit: 32, at: at))
    #expect(response(text, limited { $0.fieldCount = 2 }) == nil)
    #expect(
      response(text, limited { $0.fieldCount = 1 })
        == .limitExceeded(.fieldCount, limit: 1, at: at + 6))
  }

  @Test(arguments: ["00005", "5;a=b", "5 ; a", "5;a=\"", "0;abc"])
  func `a chunk size line at the size limit is accepted, and one more byte rejected`(_ line: String)
  {
    let chunked = "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n"
    let at = chunked.utf8.count
    let text = chunked + line
    #expect(
      response(text, limited { $0.chunkLine = 5 }) == .truncated(.body, at: at + 5))
    #expect(
      response(text + "\r\n", limited { $0.chunkLine = 4 })
        == .limitExceeded(.chunkLine, limit: 4, at: at + 4))
  }

  @Test func `the size limit of chunk size lines applies to each line separately`() {
    let text =
      "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "1;ab\r\nx\r\n1;cd\r\ny\r\n0;ef\r\n\r\n"
    #expect(response(text, limited { $0.chunkLine = 4 }) == nil)
  }

  @Test func `the size limit of chunk extensions applies to the sum of all chunks`() {
    let chunked = "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n"
    let text = chunked + "1;ab\r\nx\r\n1 ;c\r\ny\r\n0;d\r\n\r\n"
    #expect(response(text, limited { $0.chunkExtensions = 8 }) == nil)
    #expect(
      response(text, limited { $0.chunkExtensions = 7 })
        == .limitExceeded(.chunkExtensions, limit: 7, at: chunked.utf8.count + 20))
    let plain = chunked + "1\r\nx\r\n0\r\n\r\n"
    #expect(response(plain, limited { $0.chunkExtensions = 0 }) == nil)
  }

  @Test func `empty lines before a start line are ignored up to the limit`() {
    let lines = String(repeating: "\r\n", count: 3)
    let limits = limited { $0.leadingEmptyLines = 3 }
    #expect(response(lines + "HTTP/1.1 204\r\n\r\n", limits) == nil)
    #expect(request(lines, limits) == nil)
    let error = HTTP.ParseError.limitExceeded(.leadingEmptyLines, limit: 3, at: 6)
    #expect(response(lines + "\r\nHTTP/1.1 204\r\n\r\n", limits) == error)
    #expect(request(lines + "\r\n", limits) == error)
    #expect(
      response("\r\n", limited { $0.leadingEmptyLines = 0 })
        == .limitExceeded(.leadingEmptyLines, limit: 0, at: 0))
  }

  @Test func `the limit of leading empty lines applies to each message separately`() {
    let one = "\r\n\r\nGET / HTTP/1.1\r\nHost:\r\n\r\n"
    #expect(request(one + one + one, limited { $0.leadingEmptyLines = 2 }) == nil)
  }

  @Test func `the default limits accept messages of exactly the documented sizes`() {
    let name = "HTTP/1.1 200 "
    let start = name + String(repeating: "r", count: 8_192 - name.utf8.count)
    let line = "L: " + String(repeating: "v", count: 16_381)
    let section = String(repeating: line + "\r\n", count: 3) + "M: "
    let rest = String(repeating: "v", count: 65_536 - section.utf8.count - 2)
    let head = "\(start)\r\n\(section)\(rest)\r\n"
    #expect(Transcript.responses(head + "\r\n", ending: .clean).error == nil)
    let over = Transcript.responses(head + "N:\r\n\r\n", ending: .clean)
    #expect(
      over.error == .limitExceeded(.headSection, limit: 65_536, at: head.utf8.count))
    #expect(HTTP.Limits().fieldCount == 256 && HTTP.Limits().informationalCount == 64)
    #expect(HTTP.Limits().chunkLine == 4_096 && HTTP.Limits().leadingEmptyLines == 8)
  }

  @Test(arguments: [Int.max, Int.min, 0, -1])
  func `a negative, zero or maximum size limit never crashes the reader`(_ value: Int) {
    let limits = limited {
      $0.startLine = value
      $0.fieldLine = value
      $0.headSection = value
      $0.fieldCount = value
      $0.chunkLine = value
      $0.chunkExtensions = value
      $0.trailerSection = value
      $0.informationalCount = value
      $0.leadingEmptyLines = value
    }
    for sample in Samples.responses {
      let whole = Transcript.responses(
        sample.bytes, to: sample.methods, upgrades: sample.upgrades, limits: limits,
        ending: .clean)
      #expect((whole.error == nil) == (value == .max))
    }
    for sample in Samples.requests {
      #expect((Transcript.requests(sample.bytes, limits: limits).error == nil) == (value == .max))
    }
    // One limit at a time, so that the later ones are reached.
    for path in Self.paths {
      var limits = HTTP.Limits()
      limits[keyPath: path] = value
      for sample in Samples.responses {
        let read = Transcript.responses(
          sample.bytes, to: sample.methods, upgrades: sample.upgrades, limits: limits, pieces: 1)
        #expect(read.error == nil || value != .max)
      }
    }
  }

  private static let paths: [any WritableKeyPath<HTTP.Limits, Int> & Sendable] = [
    \.startLine, \.fieldLine, \.headSection, \.fieldCount, \.chunkLine, \.chunkExtensions,
    \.trailerSection, \.informationalCount, \.leadingEmptyLines,
  ]
}
