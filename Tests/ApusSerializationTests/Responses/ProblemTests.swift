import ApusHTTP
import ApusSerialization
import Testing

/// Details of failures. RFC 9457.
struct ProblemTests {
  private func response(_ text: String, _ type: String = "application/problem+json")
    -> HTTP.Response
  {
    HTTP.Response(
      403, headers: [.contentType: HTTP.FieldValue(type)], body: Array(text.utf8))
  }

  /// The example of RFC 9457 section 3.
  private static let credit = #"""
    {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.",
    "detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc",
    "balance":30,"accounts":["/account/12345","/account/67890"]}
    """#

  @Test func `the problem details example of RFC 9457 is read with its extensions`() throws {
    let problem = try #require(response(Self.credit).problem)
    #expect(problem.type == "https://example.com/probs/out-of-credit")
    #expect(problem.title == "You do not have enough credit." && problem.status == nil)
    #expect(problem.detail == "Your current balance is 30, but that costs 50.")
    #expect(problem.instance == "/account/12345/msgs/abc")
    #expect(problem.extensions["balance"]?.int == 30 && problem.extensions.count == 2)
  }

  @Test func `problem members of the wrong type are ignored, and all members are optional`() throws
  {
    let problem = try #require(
      response(#"{"type":1,"title":{},"status":"403","detail":null,"instance":[]}"#).problem)
    #expect(problem == HTTP.Problem())
    #expect(try #require(response("{}").problem).type == "about:blank")
    #expect(response(#"{"status":403}"#).problem?.status == 403)
  }

  @Test(arguments: [
    ("[]", "application/problem+json"), ("{", "application/problem+json"),
    ("", "application/problem+json"), ("{}", "application/json"), ("{}", "text/html"),
  ])
  func `a response without application/problem+json has no problem details`(
    text: String, type: String
  ) {
    #expect(response(text, type).problem == nil)
  }

  @Test func `the letter case and parameters of application/problem+json are ignored`() {
    #expect(response("{}", "Application/Problem+JSON; charset=utf-8").problem != nil)
  }

  @Test func `a type decodes problem details together with its own extension members`() throws {
    struct Credit: Decodable {
      var problem: HTTP.Problem
      var balance: Int

      enum Keys: String, CodingKey { case balance }

      init(from decoder: any Decoder) throws {
        problem = try HTTP.Problem(from: decoder)
        balance = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .balance)
      }
    }
    let credit = try JSONCoder().decode(Credit.self, from: Self.credit)
    #expect(credit.balance == 30 && credit.problem.instance == "/account/12345/msgs/abc")
  }
}
