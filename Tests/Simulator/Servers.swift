import ApusBytes
import ApusHTTP
import ApusNames
import ApusTestServer

/// The simulated servers, whose behavior the path of each request decides.
struct Servers: Sendable {
  let plan: Plan
  let model: Model
  let journal: Journal

  /// Returns the answer of an origin to a request.
  func answer(_ request: TestRequest, _ origin: HTTP.Origin) -> TestAnswer {
    let parts = request.segments
    // A redirect to another origin does not repeat the field, but its path has the number.
    let id = Int(request.headers["X-Call"]?.text ?? parts.dropFirst().first ?? "") ?? 0
    let text = Self.name(of: origin)
    journal.note("server \(text) \(request.method) \(request.path) of \(id)")
    model.received(
      id, request.method, request.path, request.headers, request.body, at: origin)
    let numbers = parts.dropFirst().compactMap(Int.init)
    var tag = Tag(text, request.path)
    tag.time = journal.milliseconds
    tag.identity = request.headers[.authorization]?.text ?? "-"
    tag.language = request.headers["Accept-Language"]?.text ?? "-"
    if parts.first == "away", numbers.count == 2 {
      tag.count = numbers[1]
      return .response(HTTP.Response(200, body: tag.content))
    }
    guard let kind = Call.Kind(rawValue: parts.first ?? "") else { return .text("", status: 404) }
    switch kind {
    case .cache: return cached(request, numbers.first ?? 0, tag)
    case .image: return image(request, id, tag)
    case .file: return file(request, numbers.first ?? 0, tag)
    case .events: return events(request, id, numbers.last ?? 1)
    default: break
    }
    guard numbers.count == 3 else { return .text("", status: 404) }
    tag.count = numbers[1]
    return answer(kind, request, tag, id: numbers[0], detail: numbers[2])
  }

  static func name(of origin: HTTP.Origin) -> String {
    "\(origin.scheme.isSecure ? "https" : "http")://\(origin.host)"
  }

  private func answer(
    _ kind: Call.Kind, _ request: TestRequest, _ tag: Tag, id: Int, detail: Int
  ) -> TestAnswer {
    let response = HTTP.Response(200, body: tag.content)
    if kind != .plain { journal.count("server \(kind.rawValue)") }
    switch kind {
    case .plain: return ended(response, id)
    case .folder: return named(response, id, tag.count, detail)
    case .drip:
      return .response(response, .drip(byteCount: 1 + detail % 90, every: .milliseconds(10)))
    case .hints: return .response(response, .informational(count: 1 + detail % 3))
    case .last:
      var response = response
      response.headers[.connection] = "close"
      return .response(response, .finish(afterByteCount: .max))
    case .stray: return .response(response, .strayBytes(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)))
    case .reset: return .response(response, .reset(afterByteCount: detail))
    case .cut: return .response(response, .cut(afterByteCount: detail))
    case .silence: return .response(response, .silence)
    case .chunk: return .response(response, .badChunk)
    case .hop: return hop(response, id, tag.count, detail)
    case .flaky: return flaky(response, id, detail)
    case .door: return door(request, response, tag)
    case .cookie: return cookie(response, tag, id)
    case .strict:
      var response = response
      // A declaration replaces the rule that the program has added for a host.
      let age = tag.origin.hasSuffix(Model.addedHost) ? 90_000 : detail % 20
      response.headers["Strict-Transport-Security"] = "max-age=\(age)"
      return .response(response)
    case .cache, .file, .events, .image: return .text("", status: 404)
    }
  }

  /// Returns a response. The connection may end after it without an announcement.
  private func ended(_ given: HTTP.Response, _ id: Int) -> TestAnswer {
    var response = given
    if id % 5 == 0 { response.headers[.contentType] = "text/plain; charset=iso-8859-1" }
    guard plan.has(.staleReplay), id % 3 == 0 else { return .response(response) }
    journal.count("server ends an idle connection")
    return .response(response, .finish(afterByteCount: .max))
  }

  private func hop(_ response: HTTP.Response, _ id: Int, _ count: Int, _ left: Int) -> TestAnswer {
    guard left > 0 else { return .response(response) }
    let next = Targets.hop(id, count, left - 1, plan)
    let status = [301, 302, 303, 307, 308][(id &+ left) % 5]
    return .response(
      HTTP.Response(
        HTTP.Status(status),
        headers: [
          .location: HTTP.FieldValue("\(next.origin)\(next.path)#access_token=\(Secret.fragment)")
        ]))
  }

  private func flaky(_ response: HTTP.Response, _ id: Int, _ failures: Int) -> TestAnswer {
    guard model.attempt(id) <= failures else { return .response(response) }
    let status = [503, 429, 502, 500][id % 4]
    var refusal = HTTP.Response(HTTP.Status(status))
    if id % 3 == 0 { refusal.headers["Retry-After"] = "\(id % 7)" }
    return .response(refusal)
  }

  private func door(
    _ request: TestRequest, _ response: HTTP.Response, _ tag: Tag
  ) -> TestAnswer {
    let scheme = plan.has(.digest) ? "Digest" : "Basic"
    if tag.identity.utf8.starts(with: scheme.utf8) { return .response(response) }
    let challenge =
      plan.has(.digest)
      ? "Digest realm=\"r\", nonce=\"n\(request.connection)\", qop=\"auth\", algorithm=SHA-256"
      : "Basic realm=\"r\""
    return .response(
      HTTP.Response(401, headers: [.wwwAuthenticate: HTTP.FieldValue(challenge)]))
  }

  private func cookie(_ response: HTTP.Response, _ tag: Tag, _ id: Int) -> TestAnswer {
    var response = response
    let isSecure = tag.origin.utf8.starts(with: "https".utf8) && id % 2 == 0
    let value = Secret.make("c", model.call(id)?.session, isSecure ? tag.origin : clear(tag.origin))
    let attributes = [
      "; Path=/", "; Path=/; HttpOnly", "; Path=/; Max-Age=1", "; SameSite=Lax",
    ][id % 4]
    let rest = "\(value)\(attributes)\(isSecure ? "; Secure" : "")"
    // The whole pair of a cookie without a name is its value.
    if id % 7 == 0 { response.headers.append(.setCookie, HTTP.FieldValue(rest)) }
    response.headers.append(.setCookie, HTTP.FieldValue("n\(id % 3)=\(rest)"))
    return .response(response)
  }

  /// Returns an origin with the scheme `http`, for secrets that may be sent in clear text.
  private func clear(_ origin: String) -> String {
    "http://" + (origin.split(separator: "/").last ?? "")
  }
}

// MARK: Stored and partial responses

extension Servers {
  private func cached(_ request: TestRequest, _ index: Int, _ given: Tag) -> TestAnswer {
    guard CacheResource.all.indices.contains(index) else { return .text("", status: 404) }
    let resource = CacheResource.all[index]
    let key = "\(given.origin)\(given.path)"
    if request.method != .get { model.change(key) }
    var tag = given
    tag.version = model.version(key)
    tag.count = index &* 40
    if request.method != .get { return .response(HTTP.Response(200, body: tag.content)) }
    var response = HTTP.Response(200)
    for (name, value) in resource.fields {
      response.headers.append(HTTP.FieldName(name), HTTP.FieldValue(value))
    }
    let mark = "\"\(tag.version)-\(Content.mark(tag.identity + tag.language))\""
    response.headers[.etag] = HTTP.FieldValue(mark)
    if request.headers["If-None-Match"]?.text == mark {
      model.validated(key, tag.version, tag.identity + tag.language)
      journal.count("server not modified")
      response.status = 304
      return .response(response)
    }
    response.body = tag.content
    return .response(response)
  }

  private func file(_ request: TestRequest, _ index: Int, _ given: Tag) -> TestAnswer {
    var tag = given
    (tag.time, tag.language, tag.count) = (0, "-", 3_000)
    if !Secret.isUser(tag.identity) { tag.identity = "-" }
    tag.version = index == 2 ? 1 + journal.milliseconds / 3_000 : 1
    let content = tag.content
    let mark = "\"f\(tag.version)-\(Content.mark(tag.identity))\""
    var response = HTTP.Response(200, body: content)
    response.headers[.etag] = HTTP.FieldValue(mark)
    response.headers["Accept-Ranges"] = "bytes"
    let range = request.headers["Range"]?.text ?? ""
    let isSame = request.headers["If-Range"].map { $0.text == mark } ?? true
    if isSame, let start = Int(range.dropFirst(6).prefix { $0 != "-" }), start < content.count {
      journal.count("server partial content")
      response.status = 206
      response.headers["Content-Range"] = HTTP.FieldValue(
        "bytes \(start)-\(content.count - 1)/\(content.count)")
      response.body = Array(content[start...])
    }
    guard index == 1, plan.has(.resumption) else { return .response(response) }
    journal.count("server ends a file early")
    return .response(response, .cut(afterByteCount: 1_200))
  }

  /// Returns a response whose content depends on the credential and on the content of the request.
  private func image(_ request: TestRequest, _ id: Int, _ given: Tag) -> TestAnswer {
    var tag = given
    tag.version = request.method == .get ? 0 : id
    tag.language = request.headers["X-Key"]?.text ?? "-"
    tag.count = 60
    return .response(HTTP.Response(200, body: tag.content))
  }

  /// Returns a response to a download whose caller has chosen only the folder.
  private func named(
    _ given: HTTP.Response, _ id: Int, _ count: Int, _ detail: Int
  ) -> TestAnswer {
    var response = given
    switch detail {
    case 1:
      response = HTTP.Response(302)
      response.headers[.location] = HTTP.FieldValue(Targets.away(id, count))
    case 2:
      response.headers[.contentDisposition] = HTTP.FieldValue(
        "attachment; filename=\"report \(id).txt\"")
    case 3: response.headers[.contentDisposition] = "attachment; filename=\"../../inside\""
    case 4: response.headers[.contentDisposition] = "attachment; filename=\"..\""
    default: break
    }
    return .response(response)
  }

  private func events(_ request: TestRequest, _ id: Int, _ total: Int) -> TestAnswer {
    let last = Int(request.headers["Last-Event-ID"]?.text ?? "") ?? 0
    var head = HTTP.ResponseHead(200)
    head.fields[.contentType] = "text/event-stream"
    guard last < total else { return .response(HTTP.Response(204)) }
    return .stream(head) { connection in
      for number in last + 1...min(total, last + 1 + (id &+ last) % 4) {
        try await connection.writeChunk(Array("id: \(number)\ndata: \(id).\(number)\n\n".utf8))
        if number % 2 == 0 { try await connection.sleep(.milliseconds(50 &* id)) }
      }
    }
  }
}

extension Content {
  /// Returns a short number for a text, for entity tags.
  static func mark(_ text: String) -> UInt32 {
    text.utf8.reduce(7) { ($0 &* 131) &+ UInt32($1) }
  }
}
