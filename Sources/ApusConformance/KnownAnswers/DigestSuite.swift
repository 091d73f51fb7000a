import ApusAuthentication
import ApusSerialization

/// The test suite of HTTP Digest challenges with the responses that a client must send.
///
/// Each case runs like a request. The challenge is parsed from its header field, and the response
/// is parsed from the Authorization field. RFC 7616 section 3.4.
enum DigestSuite: Suite {
  static let name = "digest"
  static let summary = "answers to challenges of HTTP's Digest authentication"

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files { try judge(try CorpusError.document(at: path), into: &report) }
    return report
  }

  /// Checks each Digest case of a document and adds the results to a report.
  static func judge(_ document: JSON.Value, into report: inout Report) throws(CorpusError) {
    guard let cases = document["cases"]?.array ?? document.array else {
      throw .missing(key: "cases", id: "of all")
    }
    for value in cases {
      let digestCase = try DigestCase(value)
      report.add(digestCase.id, digestCase.verdict)
    }
  }
}

/// A test case with a Digest challenge, the properties of the request, and the expected response.
private struct DigestCase {
  let id: String
  private let challenge: String
  private let user: String
  private let password: String
  private let request: Authentication.RequestFacts
  private let requestNumber: UInt32
  private let clientNonce: String
  /// The expected parameters of the Authorization field.
  private let expected: [(name: String, value: String)]

  init(_ value: JSON.Value) throws(CorpusError) {
    let id = value["id"]?.string ?? ""
    func text(_ key: String, of value: JSON.Value?) throws(CorpusError) -> String {
      guard let text = value?[key]?.string else { throw .missing(key: key, id: id) }
      return text
    }
    self.id = try text("id", of: value)
    challenge = try text("value", of: value["challenge"])
    user = try text("user", of: value)
    password = try text("password", of: value)
    let content = Array((value["body"]?.string ?? "").utf8)
    request = Authentication.RequestFacts(
      HTTP.Method(try text("method", of: value)), try text("uri", of: value),
      content: .bytes(content))
    guard let number = UInt32(value["nc"]?.string ?? "1", radix: 16), number > 0 else {
      throw .missing(key: "nc", id: id)
    }
    requestNumber = number
    clientNonce = value["cnonce"]?.string ?? "0"
    let mayBeMissing = ["username": "userhash", "qop": "qop", "nc": "nc", "cnonce": "cnonce"]
    expected =
      [("response", try text("response", of: value)), ("uri", request.target)]
      + mayBeMissing.compactMap { name, key in value[key]?.string.map { (name, $0) } }
  }

  var verdict: Report.Verdict {
    guard let challenge = Self.read(challenge) else { return .failed("the challenge is not read") }
    do throws(AuthenticationError) {
      var session = Authentication.DigestSession(
        try Authentication.DigestChallenge(challenge), user: user,
        password: Authentication.Secret(password))
      session.requestCount = requestNumber - 1
      let answer = try session.next(request, clientNonce: Array(clientNonce.utf8))
      let field = Self.read(String(decoding: answer.value.bytes, as: UTF8.self))
      for (name, value) in expected where field?[name]?.value != value {
        return .failed("\(name) is \(field?[name]?.value ?? "missing"), not \(value)")
      }
      return .passed
    } catch {
      return .failed("refused: \(error)")
    }
  }

  /// Parses a challenge or an Authorization field, which has the same grammar.
  private static func read(_ field: String) -> Authentication.Challenge? {
    var list = Authentication.ChallengeList()
    list.add(field.utf8.span)
    return list.faults.isEmpty && list.challenges.count == 1 ? list.challenges[0] : nil
  }
}
