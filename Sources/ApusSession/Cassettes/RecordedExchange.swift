internal import ApusBytes
internal import ApusHTTP
internal import ApusSerialization

/// A recorded request and its response, without secrets.
struct RecordedExchange: Codable, Equatable, Sendable {
  /// A recorded header field, whose value is text, or base64 if its bytes are not text.
  struct Field: Codable, Equatable, Sendable {
    var name: String
    var value: RecordedBytes
  }

  /// The reason that a recording omits content that could not be searched for secrets.
  enum Omission: String, Codable, Sendable {
    case form = "content left out: malformed form"
    case json = "content left out: malformed JSON"
    case multipart = "content left out: malformed multipart content"
  }

  struct Request: Codable, Equatable, Sendable {
    var method: String
    var url: String
    var fields: [Field]
    /// The recorded request content, or `nil` if it was omitted or was read while the request was
    /// sent.
    var body: RecordedBytes?
    /// The reason for the omission of the request content.
    var omitted: Omission?

    /// Returns whether this recorded request matches another request.
    ///
    /// The comparison ignores header fields, generated content and the marks that replace secrets.
    func answers(_ other: Request) -> Bool {
      guard method == other.method, RecordedBytes(url).fits(RecordedBytes(other.url)) else {
        return false
      }
      guard !hasVolatileBody, !other.hasVolatileBody, let body, let otherBody = other.body else {
        return true
      }
      if body.fits(otherBody) { return true }
      // A JSON encoder may write the members of an object in another order each time.
      guard let json = try? JSON.Value(parsing: body.bytes),
        let other = try? JSON.Value(parsing: otherBody.bytes)
      else { return false }
      return json.fits(other)
    }

    private var hasVolatileBody: Bool {
      body == nil || mediaType?.type == "multipart"
    }
  }

  struct Response: Codable, Equatable, Sendable {
    var status: Int
    var fields: [Field]
    var body: RecordedBytes
    var trailers: [Field]
    /// The reason for the omission of the response content.
    var omitted: Omission?
  }

  var request: Request
  var response: Response
  /// The start time of the request in milliseconds since 1970, and the duration of the exchange.
  var started: Int64
  var milliseconds: Int64
}

/// Recorded bytes, stored as text if they are valid UTF-8, and otherwise in base64.
struct RecordedBytes: Codable, Equatable, Sendable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns whether recorded bytes equal other bytes if the `REDACTED` marks of secrets are
  /// ignored.
  func fits(_ other: RecordedBytes) -> Bool {
    guard bytes != other.bytes else { return true }
    let parts = bytes[...].parts(around: HTTPSession.Cassette.Redaction.mark)
    guard parts.count > 1, let first = parts.first, let last = parts.last,
      other.bytes.count >= first.count + last.count, other.bytes.starts(with: first),
      other.bytes.suffix(last.count).elementsEqual(last)
    else { return false }
    var rest = other.bytes[first.count..<(other.bytes.count - last.count)]
    for part in parts.dropFirst().dropLast() {
      guard let found = rest.firstPlace(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }

  private enum Key: String, CodingKey { case text, base64 }

  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      bytes = Array(text.utf8)
      return
    }
    let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .base64)
    bytes = try Base64.decode(text)
  }

  func encode(to encoder: any Encoder) throws {
    if let text = String(validating: bytes, as: UTF8.self) {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Base64.encode(bytes), forKey: .base64)
  }
}

extension JSON.Value {
  /// Returns whether two JSON values are equal if the `REDACTED` marks of secrets are ignored.
  fileprivate func fits(_ other: JSON.Value) -> Bool {
    switch (self, other) {
    case (.string(let text), .string(let otherText)):
      RecordedBytes(text).fits(RecordedBytes(otherText))
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { $0.fits($1) }
    case (.object(let object), .object(let otherObject)):
      object.count == otherObject.count
        && object.allSatisfy { otherObject[$0.key].map($0.value.fits) ?? false }
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
      self == other
    }
  }
}

extension RecordedExchange {
  /// Records a request and its response without changes.
  init(_ request: HTTP.Request, _ response: HTTP.Response, started: Int64, milliseconds: Int64) {
    self.request = Request(request)
    self.response = Response(
      status: response.status.code, fields: response.headers.recorded,
      body: RecordedBytes(response.body), trailers: response.trailers.recorded)
    self.started = started
    self.milliseconds = milliseconds
  }

  /// Returns the recorded response as an HTTP response.
  func replayed() throws -> HTTP.Response {
    HTTP.Response(
      HTTP.ResponseHead(
        HTTP.Status(response.status), fields: try HTTP.Fields(recorded: response.fields)),
      body: response.body.bytes, trailers: try HTTP.Fields(recorded: response.trailers))
  }
}

extension RecordedExchange.Request {
  init(_ request: HTTP.Request) {
    method = request.method.name
    url = request.target.text
    fields = request.headers.recorded
    if fields.contentType == nil, let type = request.body.mediaType {
      fields.append(.init(name: "Content-Type", value: RecordedBytes("\(type)")))
    }
    body = request.body.bytes.map(RecordedBytes.init)
  }

  /// The media type of the recorded content, without its parameters.
  var mediaType: HTTP.MediaType? { fields.mediaType }
}

extension [RecordedExchange.Field] {
  /// Returns the value of the first header field with a name.
  subscript(name: String) -> [UInt8]? {
    first { ASCII.equalsIgnoringCase($0.name, name) }?.value.bytes
  }

  /// The value of the recorded `Content-Type` field.
  var contentType: [UInt8]? { self["Content-Type"] }

  /// The media type of the `Content-Type` field, without its parameters.
  var mediaType: HTTP.MediaType? {
    contentType.flatMap { try? HTTP.MediaType(ignoringParametersOf: $0.span) }
  }
}

extension HTTP.Fields {
  fileprivate var recorded: [RecordedExchange.Field] {
    map { .init(name: $0.name.text, value: RecordedBytes($0.value.bytes)) }
  }

  /// Creates header fields from recorded fields; each recorded field must be valid in an HTTP
  /// message.
  fileprivate init(recorded fields: [RecordedExchange.Field]) throws {
    self.init()
    for field in fields {
      guard HTTP.Token.isToken(field.name),
        field.value.bytes.allSatisfy({ HTTP.QuotedString.bytes.contains($0) })
      else { throw HTTPSession.Cassette.Fault.malformedField(field.name) }
      append(HTTP.FieldName(field.name), HTTP.FieldValue(bytes: field.value.bytes))
    }
  }
}
