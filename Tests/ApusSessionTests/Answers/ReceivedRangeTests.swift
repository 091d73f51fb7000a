import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// RFC 9110 sections 14.2 and 14.4: a part that was not requested never becomes a file.
@Suite struct ReceivedRangeTests {
  private func download(
    _ range: String?, _ contentRange: String?
  ) async throws -> HTTPSessionError.Reason? {
    var reason: HTTPSessionError.Reason?
    try await SessionFixture.with { _ in
      var response = HTTP.Response(206, body: Array("part".utf8))
      if let contentRange { response.headers[.contentRange] = HTTP.FieldValue(contentRange) }
      return .response(response)
    } _: { fixture in
      let folder = try TemporaryFolder()
      var request = HTTP.Request.get("")
      if let range { request.headers[.range] = HTTP.FieldValue(range) }
      do {
        try await fixture.session.download(request, to: "\(folder.path)/file")
      } catch let error as HTTPSessionError {
        reason = error.reason
      }
      #expect(Files.exists("\(folder.path)/file") == (reason == nil))
    }
    return reason
  }

  @Test(arguments: [
    (nil, "bytes 0-3/4"), (nil, nil), ("bytes=4-7", nil), ("bytes=4-7", "bytes 0-3/9"),
    ("bytes=4-7", "bytes 4-8/9"), ("bytes=4-", "bytes 5-8/9"), ("bytes=4-7", "bytes 4-7/7"),
    ("bytes=4-7", "bytes 7-4/9"), ("bytes=4-7", "lines 4-7/9"), ("bytes=0-1,4-7", "bytes 4-7/9"),
    ("bytes=4-7", "bytes 4-99999999999999999999/*"),
    ("bytes=-4", "bytes 0-8/9"), ("bytes=-4", "bytes 0-3/9"), ("bytes=-4", "bytes 4-7/9"),
    ("bytes=-4", "bytes 6-8/9"), ("bytes=-4", "bytes 4-8/9"), ("bytes=-4", "bytes 5-8/*"),
    ("bytes=-4", "bytes 5-7/9"), ("bytes=-10", "bytes 1-8/9"), ("bytes=-0", "bytes 0-8/9"),
    ("bytes=-18446744073709551615", "bytes 1-8/9"),
  ])
  func `a download fails without a file if the server sends another byte range`(
    _ range: String?, _ contentRange: String?
  ) async throws {
    #expect(try await download(range, contentRange) == .unexpectedPartialContent)
  }

  @Test(arguments: [
    ("bytes=4-7", "bytes 4-7/9"), ("bytes=4-", "bytes 4-7/8"), ("bytes=4-7", "bytes 4-7/*"),
    ("bytes=-4", "bytes 5-8/9"), ("bytes=-10", "bytes 0-8/9"),
    ("bytes=-18446744073709551615", "bytes 0-8/9"),
  ])
  func `a download saves the byte range that the request named`(
    _ range: String, _ contentRange: String
  ) async throws {
    #expect(try await download(range, contentRange) == nil)
  }
}
