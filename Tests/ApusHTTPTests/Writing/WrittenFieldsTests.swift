import Testing

@testable import ApusHTTP

/// RFC 9112 section 3.2 and RFC 9110 sections 7 to 10: fields that are written once for many heads.
struct WrittenFieldsTests {
  private static let routes: [HTTP.Route] = [.direct, .proxy, .tunnel, .connect]
  private static let fields: [HTTP.Fields] = [
    [:], ["User-Agent": "a", "accept": "b"], ["Host": "other:81"], ["TE": "trailers"],
    ["Upgrade": "echo", "Connection": "upgrade"], ["Connection": "close"],
    ["Content-Length": "0"], ["Content-Length": "+5"], ["Proxy-Authorization": "c"],
    ["Transfer-Encoding": "chunked"], ["Host": "a b"], ["X": "a\nb"], ["a b": "c"],
  ]

  private func head(
    _ write: (inout [UInt8]) throws -> HTTP.BodyWriter
  ) -> Result<[UInt8], HTTP.WriteError>? {
    var output = Array("before".utf8)
    do {
      _ = try write(&output)
      return .success(output)
    } catch let error as HTTP.WriteError {
      #expect(output == Array("before".utf8))
      return .failure(error)
    } catch {
      return nil
    }
  }

  @Test(arguments: routes, ["http://h:81/a?b", "https://h", "http://[::1]/%20?"])
  func `a head with prepared fields equals a head whose fields are written directly`(
    _ route: HTTP.Route, _ text: String
  ) throws {
    let (url, method) = (try HTTP.URL(text), route == .connect ? HTTP.Method.connect : "BREW")
    let writer = HTTP.RequestWriter(route)
    for fields in Self.fields {
      let atOnce = head {
        try writer.writeHead(method, HTTP.Destination(url), fields: fields, to: &$0)
      }
      let ready = head {
        let written = try HTTP.WrittenFields(fields, to: url.origin, route)
        _ = try writer.writeHead(method, url, fields: written, to: &$0)
        $0 = Array($0[..<6])
        return try writer.writeHead(method, url, fields: written, to: &$0)
      }
      #expect(atOnce != nil && atOnce == ready, "\(fields)")
    }
  }

  @Test func `prepared fields indicate Upgrade, Connection close and Expect 100-continue`() throws {
    let origin = try HTTP.URL("http://h").origin
    let plain = try HTTP.WrittenFields(["Connection": "keep-alive"], to: origin)
    #expect(!plain.upgrades && !plain.closes && !plain.expectsContinue)
    let other = try HTTP.WrittenFields(
      ["Upgrade": "a", "Connection": "x, Close", "Expect": "100-Continue"], to: origin)
    #expect(other.upgrades && other.closes && other.expectsContinue)
    #expect(throws: HTTP.WriteError.expectsContinueWithoutContent) {
      var output: [UInt8] = []
      _ = try HTTP.RequestWriter().writeHead(
        .get, try HTTP.URL("http://h"), fields: other, to: &output)
    }
  }

  @Test func `the description of prepared fields contains no secrets`() throws {
    let origin = try HTTP.URL("http://h").origin
    let written = try HTTP.WrittenFields(["Authorization": "hidden"], to: origin)
    var shown = ""
    dump(written, to: &shown)
    #expect(!shown.contains("104") && !shown.contains("hidden"))
    #expect(!"\(written)".contains("hidden"))
  }
}
