internal import ApusBytes
internal import ApusHTTP

extension TestRoutes {
  static func method(_ word: String, _ request: TestRequest) -> TestAnswer {
    guard request.method.name.utf8.elementsEqual(word.utf8.map { $0 & 0xdf }) else {
      return .response(HTTP.Response(405))
    }
    return described(request)
  }

  /// Returns a response with a JSON description of the request.
  static func described(_ request: TestRequest) -> TestAnswer {
    let fields = request.head.fields.map { "\(quoted($0.name.text)):\(quoted($0.value.text))" }
    let arguments = query(request).map { "\(quoted($0.name)):\(quoted($0.value ?? ""))" }
    let data = String(decoding: request.body, as: UTF8.self)
    let text = """
      {"method":\(quoted(request.method.name)),"url":\(quoted(request.head.target.text)),\
      "args":{\(arguments.joined(separator: ","))},\
      "headers":{\(fields.joined(separator: ","))},"data":\(quoted(data))}
      """
    return .response(json(text))
  }

  static func redirect(_ count: Int, _ request: TestRequest) -> TestAnswer {
    let next = count > 1 ? "/redirect/\(count - 1)" : "/get"
    let location = value("url", of: request) ?? next
    let status = value("status_code", of: request).flatMap(amount) ?? 302
    return .response(
      HTTP.Response(HTTP.Status(status), headers: ["Location": HTTP.FieldValue(location)]))
  }

  static func stream(_ count: Int) -> TestAnswer {
    .stream(HTTP.ResponseHead(200, fields: ["Content-Type": "application/json"])) { connection in
      for number in 0..<count {
        try await connection.writeChunk(Array("{\"id\":\(number)}\n".utf8))
      }
    }
  }

  static func drip(_ request: TestRequest) -> TestAnswer {
    let count = max(1, value("numbytes", of: request).flatMap(amount) ?? 10)
    let duration = value("duration", of: request).flatMap(seconds) ?? 1
    return .connection { connection in
      try await connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(count)\r\n\r\n")
      try await connection.write(
        [UInt8](repeating: 0x2a, count: count), byteCount: 1,
        every: .seconds(duration / Double(count)))
    }
  }

  /// Returns a response with the part of the content in `Range: bytes=first-last`.
  ///
  /// RFC 9110 section 14.
  static func range(_ count: Int, _ request: TestRequest) -> TestAnswer {
    let content = bytes(count)
    let tag = HTTP.FieldValue("\"range\(count)\"")
    guard let asked = request.head.fields["Range"]?.text else {
      return .response(
        HTTP.Response(200, headers: ["ETag": tag, "Accept-Ranges": "bytes"], body: content))
    }
    let bounds = asked.utf8.dropFirst(6).split(
      separator: 0x2d, maxSplits: 1, omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) }
    let first = bounds.first.flatMap { $0 } ?? 0
    let last = min(bounds.last.flatMap { $0 } ?? .max, count - 1)
    guard first >= 0, first <= last else {
      return .response(
        HTTP.Response(416, headers: ["Content-Range": HTTP.FieldValue("bytes */\(count)")]))
    }
    let part = HTTP.FieldValue("bytes \(first)-\(last)/\(count)")
    return .response(
      HTTP.Response(
        206, headers: ["ETag": tag, "Content-Range": part], body: Array(content[first...last])))
  }

  static func coded(_ coding: String, _ request: TestRequest) -> TestAnswer {
    let isGzip = coding.utf8.elementsEqual("gzip".utf8)
    guard case .response(var response, _) = described(request),
      let content = isGzip
        ? try? HTTP.GzipEncoder.encode(response.body.span)
        : try? HTTP.DeflateEncoder.encode(response.body.span)
    else { return .response(HTTP.Response(500)) }
    response.body = content
    response.headers["Content-Encoding"] = isGzip ? "gzip" : "deflate"
    return .response(response)
  }

  static func cookies(_ request: TestRequest) -> TestAnswer {
    guard request.segments.last?.utf8.elementsEqual("set".utf8) == true else {
      let cookie = request.head.fields["Cookie"]?.text ?? ""
      return .response(json("{\"cookies\":\(quoted(cookie))}"))
    }
    var response = HTTP.Response(302, headers: ["Location": "/cookies"])
    for (name, value) in query(request) {
      response.headers.append("Set-Cookie", HTTP.FieldValue("\(name)=\(value ?? ""); Path=/"))
    }
    return .response(response)
  }

  static func basic(_ words: [String], _ request: TestRequest) -> TestAnswer {
    let user = words.dropFirst().joined(separator: ":")
    let wanted = "Basic " + Base64.encode(Array(user.utf8))
    guard request.head.fields["Authorization"]?.text == wanted else {
      return .response(
        HTTP.Response(401, headers: ["WWW-Authenticate": "Basic realm=\"Apus\""]))
    }
    return .response(json("{\"authenticated\":true}"))
  }

  static func bearer(_ request: TestRequest) -> TestAnswer {
    let given = request.head.fields["Authorization"]?.bytes ?? []
    guard given.starts(with: "Bearer ".utf8) else {
      return .response(HTTP.Response(401, headers: ["WWW-Authenticate": "Bearer"]))
    }
    return .response(json("{\"authenticated\":true}"))
  }

  /// Returns a response that a client can cache, or status 304 if the client already has the
  /// content.
  static func cached(_ words: [String], _ request: TestRequest) -> TestAnswer {
    let tag = "\"\(words.count > 1 ? words[1] : "fixed")\""
    let headers: HTTP.Fields = [
      "ETag": HTTP.FieldValue(tag), "Cache-Control": "max-age=60",
    ]
    guard request.head.fields["If-None-Match"]?.text != tag else {
      return .response(HTTP.Response(304, headers: headers))
    }
    guard case .response(var response, _) = described(request) else { return described(request) }
    for field in headers { response.headers.append(field.name, field.value) }
    return .response(response)
  }

  static func events(_ count: Int) -> TestAnswer {
    .stream(HTTP.ResponseHead(200, fields: ["Content-Type": "text/event-stream"])) { connection in
      for number in 1...max(1, count) {
        try await connection.writeChunk(Array("id: \(number)\ndata: event \(number)\n\n".utf8))
      }
    }
  }
}
