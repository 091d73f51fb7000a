import ApusHTTP
import ApusNet
import ApusTestServer

/// Responds to `/KIND/CALL/COUNT/DETAIL` by the kind of the call, with that number of content
/// bytes.
struct HostileServer: Sendable {
  private let findings: Findings

  init(_ findings: Findings) { self.findings = findings }

  func answer(_ request: TestRequest) -> TestAnswer {
    let words = request.segments
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard let kind = words.first.flatMap({ Call.Kind(rawValue: $0) }), numbers.count == 3 else {
      findings.wrong("nobody asks for \(request.path)")
      return .response(HTTP.Response(404))
    }
    return answer(request, kind, id: numbers[0], count: numbers[1], detail: numbers[2])
  }

  private func answer(
    _ request: TestRequest, _ kind: Call.Kind, id: Int, count: Int, detail: Int
  ) -> TestAnswer {
    // Some is answered before the request is carried out.
    switch kind {
    case .hops where detail > 0: return redirect(302, "/hops/\(id)/\(count)/\(detail - 1)")
    case .moved where detail > 0: return redirect(307, "/moved/\(id)/\(count)/0")
    case .door where !request.head.fields.contains(.authorization):
      return .response(
        HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"long\""]))
    case .unavailable: return .response(HTTP.Response(503))
    default: break
    }
    if request.method == .post { findings.carriedOut(id) }
    let content = Call.content(id, count)
    if request.method != .get, request.body != content { findings.wrong("\(id) came as another") }
    let whole = HTTP.Response(200, headers: ["Set-Cookie": "last=\(id)"], body: content)
    switch kind {
    case .plain, .hops, .moved, .door, .unavailable, .part: return .response(whole)
    case .other where request.method != .get: return redirect(303, "/hops/\(id)/\(count)/0")
    case .other: return .response(whole)
    case .drip: return .response(whole, .drip(byteCount: 60, every: .milliseconds(1)))
    case .hints: return .response(whole, .informational(count: 3))
    case .last: return .response(closing(whole))
    case .stray: return .response(whole, .strayBytes(Array("HTTP/1.1 200 \r\n\r\n".utf8)))
    case .reset: return .response(whole, .reset(afterByteCount: detail))
    case .cut: return .response(whole, .cut(afterByteCount: detail))
    case .finish: return .response(whole, .finish(afterByteCount: detail))
    case .chunk: return .response(whole, .badChunk)
    case .silence: return .response(whole, .silence)
    case .file: return file(request, content, detail)
    }
  }

  private func redirect(_ status: HTTP.Status, _ place: String) -> TestAnswer {
    .response(HTTP.Response(status, headers: ["Location": HTTP.FieldValue(place)]))
  }

  private func closing(_ response: HTTP.Response) -> HTTP.Response {
    var response = response
    response.headers[.connection] = "close"
    return response
  }

  /// A file, or the rest of it; the first of it is cut short.
  private func file(_ request: TestRequest, _ content: [UInt8], _ detail: Int) -> TestAnswer {
    let start = request.head.fields["Range"]?.text.split { $0 == "=" || $0 == "-" }
      .dropFirst().first.flatMap { Int($0) }
    guard let start, start < content.count else {
      let whole = HTTP.Response(200, headers: ["ETag": "\"file\""], body: content)
      return .response(whole, .reset(afterByteCount: detail))
    }
    let part = HTTP.FieldValue("bytes \(start)-\(content.count - 1)/\(content.count)")
    return .response(
      HTTP.Response(
        206, headers: ["ETag": "\"file\"", "Content-Range": part], body: Array(content[start...])))
  }
}
