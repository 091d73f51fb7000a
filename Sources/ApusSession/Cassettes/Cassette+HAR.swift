internal import ApusBytes
internal import ApusHTTP
internal import ApusSerialization

extension HTTPSession.Cassette {
  /// Returns the recorded exchanges as an HTTP archive (HAR), which browsers and other tools read.
  ///
  /// The format of the archive is HAR 1.2. A cassette records neither the sizes of message heads
  /// nor the durations of the phases of an exchange. In the archive, the size of each message head
  /// is -1, and the whole duration counts as waiting time.
  public func har() throws -> [UInt8] {
    let log: JSON.Value = [
      "version": "1.2",
      "creator": ["name": "Apus", "version": "1"],
      "entries": .array(exchanges.map(\.harEntry)),
    ]
    return try (["log": log] as JSON.Value).bytes(.pretty)
  }
}

extension RecordedExchange {
  fileprivate var harEntry: JSON.Value {
    let moment = JSON.Moment(
      seconds: started / 1_000, nanoseconds: Int32(truncatingIfNeeded: started % 1_000) * 1_000_000)
    return [
      "startedDateTime": JSON.Value(moment?.timestamp ?? "1970-01-01T00:00:00Z"),
      "time": JSON.Value(milliseconds),
      "request": request.har,
      "response": response.har,
      "cache": [:],
      "timings": ["send": 0, "wait": JSON.Value(milliseconds), "receive": 0],
    ]
  }
}

extension RecordedExchange.Request {
  fileprivate var har: JSON.Value {
    let items = (try? HTTP.URL(url).queryItems) ?? []
    var members: [(String, JSON.Value)] = [
      ("method", JSON.Value(method)), ("url", JSON.Value(url)), ("httpVersion", "HTTP/1.1"),
      ("cookies", .array(cookies)), ("headers", fields.har),
      (
        "queryString",
        .array(items.map { ["name": JSON.Value($0.name), "value": JSON.Value($0.value ?? "")] })
      ),
      ("headersSize", -1), ("bodySize", JSON.Value(body?.bytes.count ?? -1)),
    ]
    if let body, !body.bytes.isEmpty {
      let type = fields.typeText
      let text = String(decoding: body.bytes, as: UTF8.self)
      members.append(("postData", ["mimeType": JSON.Value(type), "text": JSON.Value(text)]))
    }
    if let omitted { members.append(("comment", JSON.Value(omitted.rawValue))) }
    return .object(JSON.Object(members))
  }

  private var cookies: [JSON.Value] {
    (fields["Cookie"] ?? []).split(separator: 0x3b).map { RecordedExchange.cookie($0) }
  }
}

extension RecordedExchange.Response {
  fileprivate var har: JSON.Value {
    let set = fields.filter { ASCII.equalsIgnoringCase($0.name, "Set-Cookie") }
    var content: [(String, JSON.Value)] = [
      ("size", JSON.Value(body.bytes.count)), ("mimeType", JSON.Value(fields.typeText)),
    ]
    if let text = String(validating: body.bytes, as: UTF8.self) {
      content.append(("text", JSON.Value(text)))
    } else {
      content.append(("text", JSON.Value(Base64.encode(body.bytes))))
      content.append(("encoding", "base64"))
    }
    if let omitted { content.append(("comment", JSON.Value(omitted.rawValue))) }
    return [
      "status": JSON.Value(status), "statusText": JSON.Value(HTTP.Status(status).reasonPhrase),
      "httpVersion": "HTTP/1.1",
      "cookies": .array(
        set.map { field in
          RecordedExchange.cookie(field.value.bytes.prefix { $0 != 0x3b })
        }),
      "headers": fields.har, "content": .object(JSON.Object(content)),
      "redirectURL": JSON.Value(String(decoding: fields["Location"] ?? [], as: UTF8.self)),
      "headersSize": -1, "bodySize": -1,
    ]
  }
}

extension RecordedExchange {
  /// Returns the name and the value of a cookie pair. A cookie pair without a name has only a
  /// value.
  fileprivate static func cookie(_ pair: ArraySlice<UInt8>) -> JSON.Value {
    let pair = pair.drop { $0 == 0x20 }
    let equals = pair.firstIndex(of: 0x3d)
    let name = pair[..<(equals ?? pair.startIndex)]
    let value = equals.map { pair[($0 + 1)...] } ?? pair
    return [
      "name": JSON.Value(String(decoding: name, as: UTF8.self)),
      "value": JSON.Value(String(decoding: value, as: UTF8.self)),
    ]
  }
}

extension [RecordedExchange.Field] {
  fileprivate var har: JSON.Value {
    .array(
      map { field in
        [
          "name": JSON.Value(field.name),
          "value": JSON.Value(String(decoding: field.value.bytes, as: UTF8.self)),
        ]
      })
  }

  fileprivate var typeText: String { String(decoding: self["Content-Type"] ?? [], as: UTF8.self) }
}
