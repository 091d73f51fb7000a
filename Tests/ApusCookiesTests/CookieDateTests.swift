import ApusCookies
import ApusHTTP
import Testing

/// RFC 6265bis section 5.1.1.
@Suite struct CookieDateTests {
  private func seconds(_ text: String) -> Int64? {
    CookieDate.parse(Array(text.utf8).span)?.secondsSinceEpoch
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "08:49:37 6 november 94", "1994 6 NOV 8:49:37", "6/Nov/1994;08:49:37", "06 Nov 1994 08:49:37x",
    "6th November 1994ad 08:49:37.5 EST", "06 Nov 1994 08:49:37 07 Dec 1995 09:50:38",
  ])
  func `a cookie date is parsed in any order and with any delimiters`(text: String) {
    #expect(seconds(text) == 784_111_777)
  }

  @Test(arguments: [
    "", "06 Nov 1994", "Nov 1994 08:49:37", "06 1994 08:49:37", "06 Nov 08:49:37",
    "06 Nov 1994 08:49", "06 Nov 1994 08:49:60", "06 Nov 1994 08:60:37", "06 Nov 1994 24:49:37",
    "06 Nov 1994 008:49:37", "06 Nov 1994 08:49:377", "006 Nov 1994 08:49:37",
    "06 Nov 19945 08:49:37", "06 Nov 1600 08:49:37", "0 Nov 1994 08:49:37", "31 Nov 1994 08:49:37",
    "32 Dec 1994 08:49:37", "29 Feb 1995 08:49:37", "06 No 1994 08:49:37", "06 Nov 1 08:49:37",
    "31 Dec 1994 23:59:60",
  ])
  func `a cookie date with a missing or invalid day, month, year or time is rejected`(text: String)
  {
    #expect(seconds(text) == nil)
  }

  @Test(arguments: [
    (69, 3_124_224_000), (70, 0), (99, 915_148_800), (0, 946_684_800), (1601, -11_644_473_600),
    (9999, 253_370_764_800),
  ])
  func `a two-digit year in a cookie date is between 1970 and 2069`(year: Int, expected: Int64) {
    let text = year < 10 ? "0\(year)" : "\(year)"
    #expect(seconds("1 Jan \(text) 00:00:00") == expected)
  }

  @Test func `the cookie date parser accepts or rejects random bytes without a trap`() {
    let text = Array("Sun, 06 Nov 1994 08:49:37 GMT".utf8)
    for count in text.indices { _ = CookieDate.parse(Array(text[..<count]).span) }
    for index in text.indices {
      for byte: UInt8 in [0, 0x20, 0x30, 0x39, 0x3a, 0x61, 0x7f, 0xff] {
        var changed = text
        changed[index] = byte
        let moment = CookieDate.parse(changed.span)
        #expect(moment.map { $0.secondsSinceEpoch >= -11_644_473_600 } ?? true)
      }
    }
  }
}
