import ApusBytes
import ApusCookies
import ApusHTTP
import ApusNames
import ApusSerialization

/// The test cases for a cookie jar according to RFC 6265bis, and for dates of the attribute
/// `Expires`.
///
/// Each case with steps runs three times: unchanged, with white space around the received values,
/// and with a jar that is stored and read between the steps. No case has a deliberately different
/// result.
enum CookiesSuite: Suite {
  static let name = "cookies"
  static let summary = "stored and sent cookies, and dates, by RFC 6265bis"

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files {
      let document = try CorpusError.document(at: path)
      let format = document["format"]?.string ?? ""
      for value in document["cases"]?.array ?? [] {
        let id = try text("id", of: value, "?")
        switch format {
        case "cookie-dates/1": report.add(id, try judgeDate(value, id))
        case "cookie-jar-cases/1":
          report.add(id, try CookieCase(value, of: document, id).verdict())
        default: throw CorpusError.missing(key: "format", id: id)
        }
      }
    }
    return report
  }

  private static func judgeDate(_ value: JSON.Value, _ id: String) throws -> Report.Verdict {
    let found = CookieDate.parse(Array(try text("text", of: value, id).utf8).span)
    let expected = try value["expected"]?.string.map { try moment($0, id) }
    guard found != expected else { return .passed }
    return .failed("\(found.map { "\($0)" } ?? "no date")")
  }

  static func text(_ key: String, of value: JSON.Value, _ id: String) throws(CorpusError) -> String
  {
    guard let text = value[key]?.string else { throw .missing(key: key, id: id) }
    return text
  }

  /// Returns the time of a text such as `2010-11-01T00:00:00Z`.
  static func moment(_ text: String, _ id: String) throws(CorpusError) -> HTTP.Date {
    let bytes = Array(text.utf8)
    var at = Cursor(0..<bytes.count)
    guard let year = at.readDigits(4, in: bytes.span), at.skip("-", in: bytes.span),
      let month = at.readDigits(2, in: bytes.span), at.skip("-", in: bytes.span),
      let day = at.readDigits(2, in: bytes.span), at.skip("T", in: bytes.span),
      let hour = at.readDigits(2, in: bytes.span), at.skip(":", in: bytes.span),
      let minute = at.readDigits(2, in: bytes.span), at.skip(":", in: bytes.span),
      let second = at.readDigits(2, in: bytes.span), at.skip("Z", in: bytes.span), at.isAtEnd,
      let date = try? HTTP.Date(
        year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    else { throw .missing(key: "time", id: id) }
    return date
  }
}

/// The test cases for the registrable domain of a host name according to the built-in public suffix
/// list.
enum PublicSuffixSuite: Suite {
  static let name = "public-suffix"
  static let summary = "registrable domains, by the public suffix list of the program"

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files {
      for (number, value) in (try CorpusError.document(at: path)["cases"]?.array ?? []).enumerated()
      {
        let id = value["id"]?.string ?? "\(number)"
        let domain = value["domain"]?.string ?? ""
        let found = registrable(domain)
        let expected = value["registrable"]?.string
        report.add(id, found == expected ? .passed : .failed("\(domain): \(found ?? "none")"))
      }
    }
    return report
  }

  /// Returns the registrable domain of a host name. The result is in Unicode if the host name is in
  /// Unicode.
  private static func registrable(_ text: String) -> String? {
    guard let name = try? DomainName(text), let domain = name.registrableDomain else { return nil }
    return text.utf8.allSatisfy { $0 < 0x80 } ? domain.description : domain.unicodeDescription
  }
}
