import Apus
import FoundationEssentials
import Testing

struct JSONMomentDateTests {
  private struct Visit: Codable, Equatable {
    var at: Date
    var page: URL
    var key: Data
    var before: [Date]?
  }

  private let visit = Visit(
    at: Date(timeIntervalSince1970: -0.5), page: URL(filePath: "/a b"), key: Data([1, 255]),
    before: [Date(timeIntervalSince1970: 86_400)])

  @Test func `a date before or after 1970 converts to a JSON moment and back unchanged`() {
    for seconds in [0, -0.5, 1.25, -86_400, 4_102_444_800.125] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(Date(JSON.Moment(date)) == date)
    }
    #expect(JSON.Moment(visit.at) == JSON.Moment(seconds: -1, nanoseconds: 500_000_000))
  }

  @Test func `encoding an infinite or invalid Date throws an error instead of trapping`() {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode([date]) }
    }
  }

  @Test(arguments: [JSONCoder.Dates.iso8601, .secondsSince1970, .millisecondsSince1970])
  func `a JSON coder with Foundation support decodes the dates that it has encoded`(
    _ dates: JSONCoder.Dates
  ) throws {
    var coder = JSONCoder()
    coder.dates = dates
    let bytes = try coder.encode(visit)
    #expect(try coder.decode(Visit.self, from: bytes) == visit)
    let value = try JSON.Value(parsing: bytes)
    #expect(value["page"]?.string == "file:///a%20b" && value["key"]?.string == "Af8=")
    switch dates {
    case .iso8601: #expect(value["before"]?[0]?.string == "1970-01-02T00:00:00Z")
    case .secondsSince1970: #expect(value["before"]?[0]?.int == 86_400)
    case .millisecondsSince1970: #expect(value["before"]?[0]?.int == 86_400_000)
    case .custom: Issue.record("nobody asked for one")
    }
  }

  @Test func `the JSON decoding error for an invalid URL contains the path of the value`() throws {
    let text = #"{"at":"1970-01-01T00:00:00Z","page":"","key":""}"#
    let error = try #require(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(Visit.self, from: text)
    }
    #expect(error.path == ["page"])
  }

  @Test func `a date parameter is written in the form of the query style`() throws {
    var style = RequestParameters.Style()
    style.dates = .secondsSince1970
    let parameters: RequestParameters = ["at": .date(Date(timeIntervalSince1970: 5))]
    #expect(try parameters.formText(style) == "at=5")
  }

  @Test func `valid URLs convert to and from Foundation, and a relative URL is rejected`() throws {
    let text = "https://example.com/a?b=c"
    let url = try #require(URL(string: text))
    #expect(try HTTP.URL(url).description == text)
    #expect(URL(try HTTP.URL(text)) == url)
    let relative = try #require(URL(string: "a/b"))
    #expect(throws: HTTP.InvalidURL.self) { try HTTP.URL(relative) }
  }
}
