public import ApusHTTP

extension HTTP {
  /// The content of a request of a verb, which the session writes by its own settings.
  ///
  ///     try await api.post("users", .json(user), as: User.self)
  ///     try await api.put("users/\(id)/tags", .json(["tags": tags, "page": page]))
  ///     try await api.post("photos", .multipart([.file("photo", at: "cat.jpg")]))
  ///
  /// It is written where the caller runs, so that its values need not be `Sendable`. `HTTP.Body`
  /// has the same forms for requests, which are.
  public struct Content {
    package enum Kind {
      case json(any Encodable)
      case form(RequestParameters)
      case formOf(any Encodable)
      case multipart([Multipart.Part])
      case body(Body)
    }

    package let kind: Kind

    fileprivate init(_ kind: Kind) { self.kind = kind }
  }
}

extension HTTP.Content {
  /// Sends a value as JSON, by the session's coder.
  public static func json(_ value: some Encodable) -> Self { Self(.json(value)) }

  /// Sends a JSON literal.
  public static func json(_ value: JSONValue) -> Self { Self(.json(value)) }

  /// Sends a JSON object of members whose values are variables of several types.
  ///
  /// A member that is nil is written as null. Mixtures within a member need a type of their own.
  @_disfavoredOverload
  public static func json(_ members: KeyValuePairs<String, (any Encodable)?>) -> Self {
    Self(.json(JSONMembers(members.map { ($0.key, $0.value) })))
  }

  /// Sends parameters as a form, in the session's style.
  public static func form(_ parameters: RequestParameters) -> Self { Self(.form(parameters)) }

  /// Sends variables of several types as a form; one that is nil is left out.
  @_disfavoredOverload
  public static func form(_ pairs: RequestParameters.Pairs) -> Self {
    Self(.form(RequestParameters(pairs)))
  }

  /// Sends the members of a dictionary, or of a type, as a form, in the session's style.
  @_disfavoredOverload
  public static func form(_ value: some Encodable) -> Self { Self(.formOf(value)) }

  /// Sends a form of several parts; files are read as they are sent, and never held.
  public static func multipart(_ parts: [Multipart.Part]) -> Self { Self(.multipart(parts)) }

  /// Sends a body of any kind.
  public static func body(_ body: HTTP.Body) -> Self { Self(.body(body)) }

  /// Sends text in UTF-8.
  public static func text(_ text: String) -> Self { .body(.text(text)) }

  /// Sends bytes.
  public static func bytes(_ bytes: [UInt8], _ mediaType: HTTP.MediaType? = nil) -> Self {
    .body(.bytes(bytes, mediaType))
  }

  /// Sends a file, which is read as it is sent; without a type it has that of its name's ending.
  public static func file(_ path: String, _ mediaType: HTTP.MediaType? = nil) -> Self {
    .body(.file(path, mediaType ?? .ofFile(named: path)))
  }
}

extension HTTP.Body {
  /// Sends a value as JSON, which is written when the request is sent, by the session's coder.
  public static func json(_ value: some Encodable & Sendable) -> HTTP.Body {
    .unwritten(UnwrittenBody(.json(value)), .json)
  }

  /// Sends a JSON literal.
  public static func json(_ value: JSONValue) -> HTTP.Body {
    .unwritten(UnwrittenBody(.json(value)), .json)
  }

  /// Sends a JSON object of members whose values are variables of several types; nil is null.
  @_disfavoredOverload
  public static func json(
    _ members: KeyValuePairs<String, (any Encodable & Sendable)?>
  ) -> HTTP.Body {
    let members = JSONMembers(members.map { ($0.key, $0.value) })
    return .unwritten(UnwrittenBody(.members(members)), .json)
  }

  /// Sends parameters as a form, which is written when the request is sent, in the session's style.
  public static func form(_ parameters: RequestParameters) -> HTTP.Body {
    .unwritten(UnwrittenBody(.form(parameters)), .form)
  }

  /// Sends variables of several types as a form; nil is left out.
  @_disfavoredOverload
  public static func form(_ pairs: RequestParameters.Pairs) -> HTTP.Body {
    form(RequestParameters(pairs))
  }

  /// Sends the members of a dictionary or of a type as a form.
  @_disfavoredOverload
  public static func form(_ value: some Encodable & Sendable) -> HTTP.Body {
    .unwritten(UnwrittenBody(.formOf(value)), .form)
  }

  /// Sends a form of several parts; files are read as they are sent, and never held.
  public static func multipart(_ parts: [Multipart.Part]) -> HTTP.Body {
    .unwritten(UnwrittenBody(.multipart(parts)), nil)
  }

  /// Sends text in UTF-8.
  public static func text(_ text: String) -> HTTP.Body {
    let type = try? HTTP.MediaType("text", "plain", ["charset": TextCharset.utf8.rawValue])
    return .bytes(Array(text.utf8), type ?? .plainText)
  }

  /// The content that must still be written; nil for content in its final form.
  package var unwritten: HTTP.Content? {
    guard case .unwritten(let content) = content, let body = content as? UnwrittenBody else {
      return nil
    }
    switch body.kind {
    case .json(let value): return HTTP.Content(.json(value))
    case .members(let members): return HTTP.Content(.json(members))
    case .form(let parameters): return HTTP.Content(.form(parameters))
    case .formOf(let value): return HTTP.Content(.formOf(value))
    case .multipart(let parts): return HTTP.Content(.multipart(parts))
    }
  }
}

/// Content of a body that is written when the request is sent.
private struct UnwrittenBody: UnwrittenContent {
  enum Kind: Sendable {
    case json(any Encodable & Sendable)
    case members(JSONMembers<any Encodable & Sendable>)
    case form(RequestParameters)
    case formOf(any Encodable & Sendable)
    case multipart([Multipart.Part])
  }

  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

/// The members of a JSON object, in their order, whose values are of several types.
private struct JSONMembers<Value> {
  let members: [(name: String, value: Value?)]

  init(_ members: [(String, Value?)]) { self.members = members.map { ($0.0, $0.1) } }
}

extension JSONMembers: Sendable where Value: Sendable {}

extension JSONMembers: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PathKey.self)
    for (name, value) in members {
      let key = PathKey(stringValue: name)
      if let value = value as? any Encodable {
        try container.encode(value, forKey: key)
      } else {
        try container.encodeNil(forKey: key)
      }
    }
  }
}
