import ApusBytes
import ApusCookies
import ApusHTTP
import ApusNames
import ApusSerialization

/// A test case for a cookie jar with the received cookies, the times and the expected sent cookies.
struct CookieCase {
  private enum Step {
    case receive(url: HTTP.URL, values: [[UInt8]])
    case advance(seconds: Int64)
    case send(url: HTTP.URL, answers: [String?])
  }

  /// A variant of running a cookie case, such as with a restored cookie jar.
  private enum Way: String, CaseIterable {
    case plain = "unchanged"
    case padded = "with white space around received values"
    case stored = "with a jar that is stored and read after each step"
  }

  private let start: HTTP.Date
  private let suffixes: PublicSuffixRules
  private let steps: [Step]

  init(_ value: JSON.Value, of document: JSON.Value, _ id: String) throws {
    start = try CookiesSuite.moment(CookiesSuite.text("now", of: document, id), id)
    let names = (document["public_suffixes"]?.array ?? []).compactMap(\.string)
    suffixes = .suffixes(try names.map { try DomainName($0) })
    steps = try (value["steps"]?.array ?? []).map { try Self.step($0, id) }
    guard !steps.isEmpty else { throw CorpusError.missing(key: "steps", id: id) }
  }

  private static func step(_ value: JSON.Value, _ id: String) throws -> Step {
    if let received = value["receive"] {
      let url = try HTTP.URL(CookiesSuite.text("url", of: received, id))
      let values = (received["set_cookie"]?.array ?? []).compactMap(\.string)
      return .receive(url: url, values: values.map { Array($0.utf8) })
    }
    if let sent = value["send"] {
      let url = try HTTP.URL(CookiesSuite.text("url", of: sent, id))
      guard let answer = sent["cookie"] else { throw CorpusError.missing(key: "cookie", id: id) }
      let others = (sent["accept_also"]?.array ?? []).map(\.string)
      return .send(url: url, answers: [answer.string] + others)
    }
    guard let seconds = value["advance_s"]?.int else {
      throw CorpusError.missing(key: "steps", id: id)
    }
    return .advance(seconds: Int64(seconds))
  }

  func verdict() -> Report.Verdict {
    for way in Way.allCases {
      if let fault = fault(in: way) { return .failed("\(fault), \(way.rawValue)") }
    }
    return .passed
  }

  /// Returns a description of the failure of a cookie case in a variant, or `nil` if the case
  /// passes.
  private func fault(in way: Way) -> String? {
    var jar = CookieJar(suffixes: suffixes)
    var now = start
    for step in steps {
      switch step {
      case .receive(let url, let values):
        for value in values {
          let bytes = way == .padded ? [0x09, 0x20] + value + [0x20, 0x09] : value
          // The sent cookies show that a cookie was rejected, so the error is ignored here.
          try? jar.receive(bytes.span, from: url, at: now)
        }
      case .advance(let seconds):
        now = HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + seconds)
      case .send(let url, let answers):
        let found = jar.field(for: url, at: now).map(\.text)
        guard answers.contains(found) else { return "\(url): \(found ?? "no field")" }
      }
      if way == .stored {
        guard let stored = Self.storedAndRead(jar, suffixes, at: now) else {
          return "the jar cannot be stored"
        }
        jar = stored
      }
    }
    return nil
  }

  private static func storedAndRead(
    _ jar: CookieJar, _ suffixes: PublicSuffixRules, at now: HTTP.Date
  ) -> CookieJar? {
    let coder = JSONCoder()
    guard let bytes = try? coder.encode(jar.archive(at: now)),
      let archive = try? coder.decode(CookieArchive.self, from: bytes),
      archive.brokenEntryCount == 0
    else { return nil }
    var other = CookieJar(suffixes: suffixes)
    return other.restore(archive, at: now).isEmpty ? other : nil
  }
}
