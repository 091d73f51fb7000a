public import ApusHTTP

// The session encodes the content of the following request bodies with its own settings when it
// sends the request.

extension HTTP.Body {
  /// Returns a request body with the JSON of an `Encodable` value, which the session's JSON coder
  /// encodes.
  ///
  ///     try await api.post("users", .json(user), as: User.self)
  ///
  /// - Parameter value: The value, which is encoded when the session sends the request.
  public static func json(_ value: some Encodable & Sendable) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(value), .json)
  }

  /// Returns a request body with a JSON value.
  ///
  /// - Parameter value: The JSON value, which is encoded when the session sends the request.
  public static func json(_ value: JSON.Value) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(value), .json)
  }

  // The following function is disfavored, because the other overloads apply to values of a single
  // type and to JSON literals.

  /// Returns a request body with a JSON object whose values have several types. Values that are
  /// `nil` are written as `null`.
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

  /// Returns a form-encoded request body in the session's parameter style.
  ///
  ///     try await api.post("search", .form(["words": words, "page": page]))
  ///
  /// - Parameter query: The names and values of the form fields.
  public static func form(_ query: HTTP.Query) -> HTTP.Body {
    .unwritten(UnwrittenBody.form(query), .form)
  }

  /// Returns a request body with a multipart form. The session reads the files while it sends the
  /// body.
  ///
  /// - Parameter parts: The parts of the form in order.
  public static func multipart(_ parts: [Multipart.Part]) -> HTTP.Body {
    .unwritten(UnwrittenBody.multipart(parts), nil)
  }

  /// Returns a request body with text in UTF-8.
  ///
  /// - Parameter text: The text of the body.
  public static func text(_ text: String) -> HTTP.Body {
    let type = try? HTTP.MediaType("text", "plain", ["charset": TextCharset.utf8.rawValue])
    return .bytes(Array(text.utf8), type ?? .plainText)
  }

  /// The content that the session must encode before sending. The value is `nil` if the body is
  /// already encoded.
  package var unwritten: UnwrittenBody? {
    guard case .unwritten(let content) = content else { return nil }
    return content as? UnwrittenBody
  }
}

/// The content of a request body that the session encodes when it sends the request.
package enum UnwrittenBody: UnwrittenContent {
  case json(any Encodable & Sendable)
  case form(HTTP.Query)
  case multipart([Multipart.Part])
}

extension HTTP.Body {
  /// The names and values of a JSON object in order, with values of several types.
  public struct JSONMembers: Encodable, Sendable {
    private let members: [(name: String, value: (any Encodable & Sendable)?)]

    init(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) {
      self.members = members.map { ($0.key, $0.value) }
    }

    /// Encodes the names and values as a JSON object. Values that are `nil` are encoded as `null`.
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
  /// Returns a nested JSON object whose values have several types. Values that are `nil` are
  /// written as `null`.
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
