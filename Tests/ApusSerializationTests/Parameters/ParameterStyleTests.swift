import ApusHTTP
import Testing

@testable import ApusSerialization

/// The named styles, and the types that a style writes.
struct ParameterStyleTests {
  private static var pairs: [(String, any RequestParameters.Convertible)] {
    [
      ("tags", ["a", "b"]), ("open", true), ("closed", false), ("since", JSON.Moment(seconds: 0)),
      ("wait", Duration.milliseconds(250)), ("limit", Duration.seconds(3)),
    ]
  }
  private static let parameters = RequestParameters(
    sorting: pairs.map { ($0.0, $0.1.parameterValue) })

  @Test func `the plain parameter style repeats names and writes true and ISO 8601 dates`() throws {
    #expect(
      try Self.parameters.formText(.plain)
        == "closed=false&limit=3&open=true&since=1970-01-01T00%3A00%3A00Z&tags=a&tags=b&wait=0.25")
    #expect(
      RequestParameters.Style.plain.escaping == .query
        && RequestParameters.Style.plain.charset == .utf8)
  }

  @Test func `a serializer without a session has the parameter style of AFNetworking`() throws {
    #expect(RequestParameters.Style.afnetworking == RequestParameters.Style())
    #expect(HTTPRequestSerializer().style == .afnetworking)
    let request = try HTTPRequestSerializer().request(
      .get, "x", ["tags": ["a", "b"], "open": true])
    #expect(request.target == "x?open=1&tags%5B%5D=a&tags%5B%5D=b")
    #expect(throws: RequestParameters.WritingError.noDateStyle(field: "since")) {
      try Self.parameters.formText(.afnetworking)
    }
  }

  @Test func `a duration parameter is written as a decimal number of seconds in JSON`() throws {
    let parameters: RequestParameters = [
      "wait": Duration.milliseconds(-1_500).parameterValue
    ]
    let request = try JSONRequestSerializer().request(.post, "x", parameters)
    #expect(String(decoding: request.body.bytes ?? [], as: UTF8.self) == #"{"wait":-1.5}"#)
  }

  @Test func `a serializer adopts the session's parameter style unless it has its own style`()
    throws
  {
    var (own, other) = (HTTPRequestSerializer(), HTTPRequestSerializer())
    own.style = .afnetworking
    other.query = { _, _ in "q" }
    own.adopt(.plain)
    other.adopt(.plain)
    #expect(own.style == .afnetworking && other.style == .plain)
    #expect(try other.request(.get, "x", ["a": 1]).target == "x?q")
    let kept = try RequestArchiveTests.kept(HTTPRequestSerializer())
    #expect(kept.style == .afnetworking && kept.chosenStyle == nil)
    #expect(try RequestArchiveTests.kept(own).chosenStyle == .afnetworking)
  }
}
