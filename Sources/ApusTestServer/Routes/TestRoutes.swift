internal import ApusBytes
internal import ApusHTTP
internal import ApusNet

/// A set of test responses, with the same paths as httpbin.
///
///     let server = try await TestServer(TestRoutes.answer)
///
/// - `/get`, `/post`, `/put`, `/patch`, `/delete`, `/anything/…`, `/headers`: the request as JSON;
///   any other method is rejected.
/// - `/status/404`, `/delay/0.5`, `/redirect/3`, `/redirect-to?url=…`
/// - `/bytes/100`, `/stream/5`, `/drip?numbytes=5&duration=1`, `/range/100`, `/gzip`, `/deflate`
/// - `/cookies`, `/cookies/set?a=b`, `/basic-auth/user/password`, `/bearer`
/// - `/cache`, `/etag/x`, `/events/3`, `/echo`
public enum TestRoutes {
  /// The closure that responds to the requests for all test paths.
  public static let answer: TestServer.Handler = { request in
    let words = request.segments
    let number = words.count > 1 ? amount(words[1]) : nil
    switch words.first {
    case "get", "post", "put", "patch", "delete": return method(words[0], request)
    case "anything", "headers": return described(request)
    case "echo": return .response(HTTP.Response(200, body: request.body))
    case "status": return .response(HTTP.Response(HTTP.Status(number ?? 500)))
    case "delay":
      let delay = seconds(words.dropFirst().first ?? "") ?? 0
      try? await EventLoop.shared().sleep(until: .after(.seconds(delay)))
      return described(request)
    case "redirect", "redirect-to": return redirect(number ?? 1, request)
    case "bytes": return .response(HTTP.Response(200, body: bytes(number ?? 0)))
    case "stream": return stream(number ?? 1)
    case "drip": return drip(request)
    case "range": return range(number ?? 0, request)
    case "gzip", "deflate": return coded(words[0], request)
    case "cookies": return cookies(request)
    case "basic-auth": return basic(words, request)
    case "bearer": return bearer(request)
    case "cache", "etag": return cached(words, request)
    case "events": return events(number ?? 1)
    default: return .response(HTTP.Response(404))
    }
  }

  /// Returns the content of the path `/bytes`. Each byte is the low byte of its index.
  ///
  /// - Parameter count: The number of bytes.
  public static func bytes(_ count: Int) -> [UInt8] {
    (0..<max(0, min(count, 64 << 20))).map { UInt8(truncatingIfNeeded: $0) }
  }

  static func json(_ text: String, status: HTTP.Status = .ok) -> HTTP.Response {
    HTTP.Response(
      status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
  }

  /// Returns a text as a JSON string in quotation marks.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: quoted += "\\\""
      case 0x5c: quoted += "\\\\"
      case 0..<0x20: quoted += "\\u00" + Hex.encode(UInt8(truncatingIfNeeded: scalar.value))
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Returns the decoded names and values of the request's query.
  static func query(_ request: TestRequest) -> [(name: String, value: String?)] {
    (try? HTTP.URL("http://127.0.0.1/?\(request.query ?? "")").queryItems) ?? []
  }

  /// Parses a number of seconds, and limits the number to the range from 0 to one hour.
  static func seconds(_ text: String) -> Double? {
    Double(text).flatMap { $0.isNaN ? nil : max(0, min($0, 3_600)) }
  }

  /// Parses an integer, and limits the integer to the range from 0 to 2^28.
  static func amount(_ text: String) -> Int? { Int(text).map { max(0, min($0, 1 << 28)) } }

  static func value(_ name: String, of request: TestRequest) -> String? {
    query(request).first { $0.name == name }?.value
  }
}
