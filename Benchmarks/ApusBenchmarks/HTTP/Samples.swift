import ApusHTTP

/// The input samples for the benchmarks of the HTTP codec.
enum Samples {
  /// A response head of 687 bytes with 15 fields, as an online shop sends it through a CDN.
  static let head: [UInt8] = {
    let lines = [
      "HTTP/1.1 200 OK",
      "Date: Fri, 20 Nov 2026 14:05:17 GMT",
      "Content-Type: application/json; charset=utf-8",
      "Content-Length: 1024",
      "Connection: keep-alive",
      "Server: nginx/1.22.1",
      "Cache-Control: private, max-age=0, must-revalidate",
      "ETag: W/\"5f3c-1a2b3c4d5e6f708192a3b4c5\"",
      "Vary: Accept-Encoding, Accept-Language, Origin",
      "X-Request-Id: 7d9f2c54-8b1e-4f0a-9c3d-2e6b5a4f1c0d",
      "X-RateLimit-Remaining: 4987",
      "Strict-Transport-Security: max-age=63072000; includeSubDomains",
      "Set-Cookie: session=eyJ1IjoxMjM0NSwicyI6ImFiY2RlZiJ9.c2ln; Path=/; Secure; HttpOnly",
      "Last-Modified: Thu, 19 Nov 2026 08:12:31 GMT",
      "Access-Control-Allow-Origin: https://www.example.com",
      "X-Served-By: ",
    ]
    var head = Array(lines.joined(separator: "\r\n").utf8)
    // The last field value is extended to the size of the head in other projects' measurements.
    head += Array(repeating: 0x61, count: max(0, 687 - 4 - head.count))
    return head + Array("\r\n\r\n".utf8)
  }()

  /// Returns a response head with the given number of fields.
  static func head(fieldCount: Int) -> [UInt8] {
    var text = "HTTP/1.1 204 No Content\r\n"
    for index in 0..<fieldCount { text += "X-Field-\(1_000_000 + index): value of a field\r\n" }
    return Array((text + "\r\n").utf8)
  }

  /// Returns a chunked body with the given number of chunks, each of the given number of bytes, and
  /// with its end.
  static func chunked(count: Int, byteCount: Int) -> [UInt8] {
    var body: [UInt8] = []
    let data = [UInt8](repeating: 0x78, count: byteCount)
    for _ in 0..<count {
      body += Array(String(byteCount, radix: 16).utf8) + [0x0d, 0x0a] + data + [0x0d, 0x0a]
    }
    return body + Array("0\r\n\r\n".utf8)
  }
}
