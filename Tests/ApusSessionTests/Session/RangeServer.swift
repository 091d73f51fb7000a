import ApusHTTP
import ApusNet
import ApusTestServer

/// A server of one content, which sends parts of it, and breaks off by script.
final class RangeServer: Sendable {
  /// The response to one request.
  enum Reply: Sendable {
    /// The content, or the requested part if its validator is still the same.
    case content
    /// As much of that, and then the end of the connection.
    case cut(afterByteCount: Int)
    case response(HTTP.Response)
  }

  /// The content, and the fields that mark it.
  struct Content: Sendable {
    var bytes: [UInt8]
    var fields: HTTP.Fields
  }

  let content: Lock<Content>
  private let replies: Lock<[Reply]>
  private let log = Lock<[HTTP.Fields]>([])

  /// A server of a thousand bytes with an entity tag.
  convenience init(_ replies: [Reply]) { self.init(1_000, ["ETag": "\"one\""], replies) }

  init(_ count: Int, _ fields: HTTP.Fields, _ replies: [Reply]) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 13 >> 4) }
    content = Lock(Content(bytes: bytes, fields: fields))
    self.replies = Lock(replies)
  }

  /// Adds a response after the end of the list.
  func answerNext(_ reply: Reply) { replies.withLock { $0.append(reply) } }

  /// The fields of the requests that came.
  var requests: [HTTP.Fields] { log.withLock { $0 } }

  var handler: TestServer.Handler {
    { [self] request in
      log.withLock { $0.append(request.head.fields) }
      let reply = replies.withLock { $0.isEmpty ? .content : $0.removeFirst() }
      switch reply {
      case .content: return .response(answer(request.head.fields))
      case .cut(let count):
        let response = answer(request.head.fields)
        // The head, whose length is unknown here, is not counted.
        return .connection { connection in
          var head = "HTTP/1.1 \(response.status.code) \r\n"
          for field in response.headers { head += "\(field.name): \(field.value.text)\r\n" }
          head += "Content-Length: \(response.body.count)\r\n\r\n"
          try await connection.write(Array(head.utf8) + response.body.prefix(count))
          try await connection.finish()
          try await connection.drain()
        }
      case .response(let response): return .response(response)
      }
    }
  }

  private func answer(_ request: HTTP.Fields) -> HTTP.Response {
    let content = content.withLock { $0 }
    let mark = content.fields[.etag] ?? content.fields[.lastModified]
    guard let range = request[.range]?.text, request[.ifRange] == mark,
      let start = Int(range.dropFirst("bytes=".count).dropLast()), start < content.bytes.count
    else {
      return HTTP.Response(200, headers: content.fields, body: content.bytes)
    }
    var response = HTTP.Response(
      206, headers: content.fields, body: Array(content.bytes[start...]))
    let count = content.bytes.count
    response.headers[.contentRange] = HTTP.FieldValue("bytes \(start)-\(count - 1)/\(count)")
    return response
  }
}
