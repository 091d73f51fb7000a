import ApusHTTP
import Testing

/// RFC 9110 section 15.
struct StatusTests {
  @Test func `every status code belongs to exactly one class, such as 4xx`() {
    for code in 0...999 {
      let status = HTTP.Status(code)
      let classes = [
        status.isInformational, status.isSuccess, status.isRedirection, status.isClientError,
        status.isServerError,
      ]
      let expected = 1...4 ~= code / 100 ? code / 100 : 5
      #expect(classes == (1...5).map { $0 == expected }, "\(code)")
    }
  }

  @Test(arguments: [(-1, 0), (Int.min, 0), (0, 0), (999, 999), (1000, 999), (Int.max, 999)])
  func `a status code is clamped to the range from 0 to 999`(_ code: Int, _ expected: Int) {
    #expect(HTTP.Status(code).code == expected)
  }

  @Test func `two statuses with different codes are not equal`() {
    #expect(HTTP.Status(200) == .ok && HTTP.Status(200) == 200 && HTTP.Status(201) != .ok)
    #expect(HTTP.Status(404).description == "404" && HTTP.Status(7).description == "7")
  }

  @Test func `a status without a standard reason phrase has an empty reason phrase`() {
    #expect(HTTP.Status.ok.reasonPhrase == "OK")
    #expect(HTTP.Status.continue.reasonPhrase == "Continue")
    #expect(HTTP.Status(503).reasonPhrase == "Service Unavailable")
    for code in [0, 99, 199, 299, 399, 418, 499, 599, 999] {
      #expect(HTTP.Status(code).reasonPhrase == "")
    }
    let known = (0...999).map { HTTP.Status($0).reasonPhrase }.filter { !$0.isEmpty }
    #expect(Set(known).count == known.count)
    #expect(known.allSatisfy { $0.utf8.allSatisfy { 0x20..<0x7f ~= $0 } })
  }
}
