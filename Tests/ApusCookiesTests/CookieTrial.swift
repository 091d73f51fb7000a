import ApusCookies
import ApusHTTP
import ApusNames
import Testing

/// A jar with its own clock, for a sequence of events.
struct CookieTrial {
  var jar: CookieJar
  var now = HTTP.Date(secondsSinceEpoch: 1_288_569_600)

  /// The suffixes of the corpus.
  init(limits: CookieJar.Limits = CookieJar.Limits(), countsLoopbackAsSecure: Bool = false) throws {
    let names = ["com", "net", "org", "example", "co.uk", "uk", "github.io", "io"]
    jar = CookieJar(
      suffixes: .suffixes(try names.map { try DomainName($0) }), limits: limits,
      countsLoopbackAsSecure: countsLoopbackAsSecure)
  }

  /// The error of a `Set-Cookie` value; nil if it was accepted.
  @discardableResult
  mutating func receive(_ value: String, from url: String) throws -> CookieError? {
    try receive(Array(value.utf8), from: url)
  }

  @discardableResult
  mutating func receive(_ value: [UInt8], from url: String) throws -> CookieError? {
    let url = try HTTP.URL(url)
    do throws(CookieError) {
      try jar.receive(value.span, from: url, at: now)
      return nil
    } catch {
      return error
    }
  }

  /// The `Cookie` field of a request, or nil.
  mutating func sent(to url: String) throws -> String? {
    jar.field(for: try HTTP.URL(url), at: now)?.text
  }

  mutating func pass(_ seconds: Int64) {
    now = HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
  }

  /// The field that is sent to a URL after a value was received from it.
  static func answer(to value: String, from url: String = "https://www.example.org/a/b") throws
    -> String?
  {
    var trial = try CookieTrial()
    try trial.receive(value, from: url)
    return try trial.sent(to: url)
  }
}
