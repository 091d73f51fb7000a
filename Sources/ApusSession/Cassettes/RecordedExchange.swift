internal import ApusBytes
internal import ApusHTTP
internal import ApusSerialization

/// A request and the answer to it as they are kept, without secrets.
struct RecordedExchange: Codable, Equatable, Sendable {
  /// A field: its value is text, or base64 where the bytes are no text.
  struct Field: Codable, Equatable, Sendable {
    var name: String
    var value: RecordedBytes
  }

  /// The reason why content was left out: it could not be searched for secrets.
  enum Omission: String, Codable, Sendable {
    case form = "content left out: malformed form"
    case json = "content left out: malformed JSON"
    case multipart = "content left out: malformed multipart content"
  }

  struct Request: Codable, Equatable, Sendable {
    var method: String
    var url: String
    var fields: [Field]
    /// The content; nil if it was read as it was sent, or was left out.
    var body: RecordedBytes?
    /// The reason why the content was left out.
    var omitted: Omission?

    /// Whether another request is to be answered as this one was.
    ///
    /// Fields do not count, nor does content that is written anew each time, nor what stands where
    /// a secret was.
    func answers(_ other: Request) -> Bool {
      guard method == other.method, RecordedBytes(url).fits(RecordedBytes(other.url)) else {
        return false
      }
      guard !hasVolatileBody, !other.hasVolatileBody, let body, let otherBody = other.body else {
        return true
      }
      if body.fits(otherBody) { return true }
      // Members of an object may come in another order each time.
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
    /// The reason why the content was left out.
    var omitted: Omission?
  }

  var request: Request
  var response: Response
  /// When the request was sent, in milliseconds since 1970, and how long the answer took.
  var started: Int64
  var milliseconds: Int64
}

/// Bytes as they are kept: as text where they are UTF-8, and else in base64.
struct RecordedBytes: Codable, Equatable, Sendable {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether other bytes are the same but where the mark of a secret stands.
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
  /// Whether another value is the same except where the mark of a secret is.
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
  /// Keeps what was sent and what came, as it is.
  init(_ request: HTTP.Request, _ response: HTTP.Response, started: Int64, milliseconds: Int64) {
    self.request = Request(request)
    self.response = Response(
      status: response.status.code, fields: response.headers.recorded,
      body: RecordedBytes(response.body), trailers: response.trailers.recorded)
    self.started = started
    self.milliseconds = milliseconds
  }

  /// What was answered, to be given once more.
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

  /// The media type of the content, without parameters.
  var mediaType: HTTP.MediaType? { fields.mediaType }
}

extension [RecordedExchange.Field] {
  /// The value of the first field of a name.
  subscript(name: String) -> [UInt8]? {
    first { ASCII.equalsIgnoringCase($0.name, name) }?.value.bytes
  }

  /// The media type of the content, as it was sent.
  var contentType: [UInt8]? { self["Content-Type"] }

  /// The media type of the content, without parameters.
  var mediaType: HTTP.MediaType? {
    contentType.flatMap { try? HTTP.MediaType(ignoringParametersOf: $0.span) }
  }
}

extension HTTP.Fields {
  fileprivate var recorded: [RecordedExchange.Field] {
    map { .init(name: $0.name.text, value: RecordedBytes($0.value.bytes)) }
  }

  /// Fields that were kept; they must be such as may be sent.
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
