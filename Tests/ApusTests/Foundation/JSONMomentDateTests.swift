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

  @Test func `a date is the same moment both ways, before 1970 too`() {
    for seconds in [0, -0.5, 1.25, -86_400, 4_102_444_800.125] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(Date(JSON.Moment(date)) == date)
    }
    #expect(JSON.Moment(visit.at) == JSON.Moment(seconds: -1, nanoseconds: 500_000_000))
  }

  @Test func `a date that is no moment is refused when it is written, and never ends the process`()
  {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(throws: JSON.EncodingError.self) { try JSONCoder().encode([date]) }
    }
  }

  @Test(arguments: [JSONCoder.Dates.iso8601, .secondsSince1970, .millisecondsSince1970])
  func `a coder that knows Foundation writes by its strategies and reads it back`(
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

  @Test func `what is no URL says where`() throws {
    let text = #"{"at":"1970-01-01T00:00:00Z","page":"","key":""}"#
    let error = try #require(throws: JSON.DecodingError.self) {
      try JSONCoder().decode(Visit.self, from: text)
    }
    #expect(error.path == ["page"])
  }

  @Test func `a date is a parameter by the style`() throws {
    var style = RequestParameters.Style()
    style.dates = .secondsSince1970
    let parameters: RequestParameters = ["at": .date(Date(timeIntervalSince1970: 5))]
    #expect(try parameters.formText(style) == "at=5")
  }

  @Test func `URLs go both ways, and what is none here is refused`() throws {
    let text = "https://example.com/a?b=c"
    let url = try #require(URL(string: text))
    #expect(try HTTP.URL(url).description == text)
    #expect(URL(try HTTP.URL(text)) == url)
    let relative = try #require(URL(string: "a/b"))
    #expect(throws: HTTP.InvalidURL.self) { try HTTP.URL(relative) }
  }
}
