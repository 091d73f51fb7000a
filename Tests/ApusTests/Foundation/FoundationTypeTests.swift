import Apus
import ApusTestServer
import FoundationEssentials
import TestSupport
import Testing

/// Foundation's types in JSON, in parameters and next to the package's types.
@Suite(.ownThread) struct FoundationTypeTests {
  private struct Bill: Codable, Equatable {
    var at: Date
    var page: URL?
    var keys: [Data]
    var price: Decimal
    var rates: [String: Decimal]
  }

  @Test func `URL, Date, Data and Decimal are encoded and decoded in their usual JSON forms`()
    throws
  {
    let bill = Bill(
      at: Date(timeIntervalSince1970: 0.25), page: URL(string: "https://h/a?b"),
      keys: [Data([1, 2, 255]), Data()], price: Decimal(string: "12345678901234567890.123456789")!,
      rates: ["a": -1])
    var coder = JSONCoder()
    coder.writing.sortsKeys = true
    let text = String(decoding: try coder.encode(bill), as: UTF8.self)
    #expect(
      text == #"{"at":"1970-01-01T00:00:00.250Z","keys":["AQL/",""],"page":"https://h/a?b","#
        + #""price":12345678901234567890.123456789,"rates":{"a":-1}}"#)
    #expect(try coder.decode(Bill.self, from: text) == bill)
    #expect(
      try coder.decode([Decimal].self, from: "[1e3,0.1,-5]") == [1000, Decimal(string: "0.1")!, -5])
    #expect(throws: JSON.DecodingError.self) { try coder.decode([Decimal].self, from: #"["1"]"#) }
    #expect(throws: JSON.EncodingError.self) { try coder.encode([Decimal.nan]) }
  }

  @Test func `a caller's JSON conversion takes precedence over the conversion for Foundation`()
    throws
  {
    var coder = JSONCoder()
    coder.conversions = [
      JSON.Conversion(URL.self) { _ in
        URL(string: "x:y")!
      } writing: { _, encoder in
        try "own".encode(to: encoder)
      }
    ]
    #expect(try coder.encode([URL(string: "https://h/")!]) == Array(#"["own"]"#.utf8))
    #expect(try coder.encode([Data([0])]) == Array(#"["AA=="]"#.utf8))
  }

  @Test func `Date, UUID, URL and Decimal values can be query parameters`() throws {
    let (id, at) = (UUID(), Date(timeIntervalSince1970: 5))
    let pairs: RequestParameters.Pairs = [
      "at": at, "id": id, "page": URL(string: "https://h/"), "price": Decimal(string: "1.50"),
    ]
    var style = RequestParameters.Style()
    style.dates = .iso8601
    #expect(
      try RequestParameters(pairs).formText(style)
        == "at=1970-01-01T00%3A00%3A05Z&id=\(id.uuidString)&page=https%3A//h/&price=1.5")
    let target: HTTP.Target = "users/\(id)"
    #expect(target.text == "users/\(id.uuidString)")
  }

  @Test func `saving a download to a URL other than a file URL throws an error`() async throws {
    let folder = try TemporaryFolder()
    let api = HTTPSession.stub("https://h/") { _ in HTTP.Response(200, body: Array("abc".utf8)) }
    let file = URL(filePath: folder.path + "/a b.txt")
    let download = try await api.download("x", to: file)
    #expect(download.path == folder.path + "/a b.txt" && download.byteCount == 3)
    let into = URL(filePath: folder.path + "/", directoryHint: .isDirectory)
    #expect(try await api.download("y.bin", to: into).path == folder.path + "/y.bin")
    let wrong = try #require(URL(string: "https://h/a"))
    await #expect {
      try await api.download("x", to: wrong)
    } throws: {
      ($0 as? HTTPSessionError)?.code.name == "invalid-setting"
    }
  }

  @Test func `certificate times are Foundation dates, and the remaining days are counted`() throws {
    let authority = try TestAuthority()
    let validity = authority.root.validity
    #expect(validity.begin < validity.end)
    #expect(validity.daysLeft(at: UnixTime(validity.end)) == 0)
    let earlier = validity.end.addingTimeInterval(-86_400 * 2.5)
    #expect(validity.daysLeft(at: UnixTime(earlier)) == 2)
    #expect(validity.daysLeft(at: UnixTime(validity.end.addingTimeInterval(1))) == -1)
    #expect(validity.daysLeft() == validity.daysLeft(at: .now))
    let moment = UnixTime(Date(timeIntervalSince1970: -0.5))
    #expect(moment.secondsSinceEpoch == -1 && Date(moment).timeIntervalSince1970 == -1)
    #expect(UnixTime(Date(timeIntervalSince1970: 1e300)) == UnixTime(secondsSinceEpoch: .max))
    #expect(abs(Date(UnixTime.now).timeIntervalSinceNow) < 60)
  }
}
