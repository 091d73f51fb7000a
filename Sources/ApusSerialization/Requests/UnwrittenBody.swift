public import ApusHTTP

// The following bodies have content that the session writes with its own settings when the session
// sends the request.

extension HTTP.Body {
  /// Returns a body of a value as JSON, which the session's coder encodes.
  ///
  ///     try await api.post("users", .json(user), as: User.self)
  ///
  /// - Parameter value: The value, which is encoded when the session sends the request.
  public static func json(_ value: some Encodable & Sendable) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(value), .json)
  }

  /// Returns a body of a JSON literal.
  ///
  /// - Parameter value: The JSON value, which is encoded when the session sends the request.
  public static func json(_ value: JSON.Value) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(value), .json)
  }

  // The following function is disfavored, because other functions apply to values of a single type
  // and to JSON literals.

  /// Returns a body of a JSON object whose members have values of several types.
  /// A value that is `nil` is written as null.
  ///
  ///     try await api.put("users/\(id)", .json(["tags": tags, "page": page]))
  ///     try await api.post("ask", .json(["user": .object(["name": name, "age": age])]))
  ///
  /// - Parameter members: The names and values of the members in order.
  @_disfavoredOverload
  public static func json(
    _ members: KeyValuePairs<String, (any Encodable & Sendable)?>
  ) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(JSONMembers(members)), .json)
  }

  /// Returns a body of parameters as a form in the session's parameter style.
  ///
  ///     try await api.post("search", .form(["words": words, "page": page]))
  ///
  /// - Parameter query: The names and values of the form fields.
  public static func form(_ query: HTTP.Query) -> HTTP.Body {
    .unwritten(UnwrittenBody.form(query), .form)
  }

  /// Returns a body of a multipart form.
  /// The content of files is read while the session sends the body.
  ///
  /// - Parameter parts: The parts of the form in order.
  public static func multipart(_ parts: [Multipart.Part]) -> HTTP.Body {
    .unwritten(UnwrittenBody.multipart(parts), nil)
  }

  /// Returns a body of text in UTF-8.
  ///
  /// - Parameter text: The text of the body.
  public static func text(_ text: String) -> HTTP.Body {
    let type = try? HTTP.MediaType("text", "plain", ["charset": TextCharset.utf8.rawValue])
    return .bytes(Array(text.utf8), type ?? .plainText)
  }

  /// The content that the session has to write; `nil` for content in its final form.
  package var unwritten: UnwrittenBody? {
    guard case .unwritten(let content) = content else { return nil }
    return content as? UnwrittenBody
  }
}

/// The content of a body that the session writes when it sends the request.
package enum UnwrittenBody: UnwrittenContent {
  case json(any Encodable & Sendable)
  case form(HTTP.Query)
  case multipart([Multipart.Part])
}

extension HTTP.Body {
  /// The members of a JSON object in order, with values of several types.
  public struct JSONMembers: Encodable, Sendable {
    private let members: [(name: String, value: (any Encodable & Sendable)?)]

    init(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) {
      self.members = members.map { ($0.key, $0.value) }
    }

    /// Encodes the members as an object. A value that is `nil` is encoded as null.
    ///
    /// - Parameter encoder: The encoder that receives the object.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: PathKey.self)
      for (name, value) in members {
        let key = PathKey(stringValue: name)
        if let value {
          try container.encode(value, forKey: key)
        } else {
          try container.encodeNil(forKey: key)
        }
      }
    }
  }
}

extension Encodable where Self == HTTP.Body.JSONMembers {
  /// Returns a JSON value of members with values of several types.
  /// A value that is `nil` is written as null.
  ///
  ///     .json(["user": .object(["name": name, "age": age])])
  ///
  /// - Parameter members: The names and values of the members in order.
  public static func object(
    _ members: KeyValuePairs<String, (any Encodable & Sendable)?>
  ) -> HTTP.Body.JSONMembers {
    HTTP.Body.JSONMembers(members)
  }
}
