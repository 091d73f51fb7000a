public import ApusHTTP

// Content that the session writes by its own settings when it sends the request.

extension HTTP.Body {
  /// Sends a value as JSON, which the session's coder encodes.
  ///
  ///     try await api.post("users", .json(user), as: User.self)
  ///
  /// - Parameter value: The value, which is encoded when the request is sent.
  public static func json(_ value: some Encodable & Sendable) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(value), .json)
  }

  /// Sends a JSON literal.
  ///
  /// - Parameter value: The value, which is encoded when the request is sent.
  public static func json(_ value: JSON.Value) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(value), .json)
  }

  // The function below is disfavored: values of one type, and JSON literals, choose another.

  /// Sends a JSON object of variables of several types; nil is written as null.
  ///
  ///     try await api.put("users/\(id)", .json(["tags": tags, "page": page]))
  ///     try await api.post("ask", .json(["user": .object(["name": name, "age": age])]))
  ///
  /// - Parameter members: The names and values in their order.
  @_disfavoredOverload
  public static func json(
    _ members: KeyValuePairs<String, (any Encodable & Sendable)?>
  ) -> HTTP.Body {
    .unwritten(UnwrittenBody.json(JSONMembers(members)), .json)
  }

  /// Sends parameters as a form, in the session's style.
  ///
  ///     try await api.post("search", .form(["words": words, "page": page]))
  ///
  /// - Parameter query: The names and values.
  public static func form(_ query: HTTP.Query) -> HTTP.Body {
    .unwritten(UnwrittenBody.form(query), .form)
  }

  /// Sends a form of several parts; files are read while they are sent.
  ///
  /// - Parameter parts: The parts in their order.
  public static func multipart(_ parts: [Multipart.Part]) -> HTTP.Body {
    .unwritten(UnwrittenBody.multipart(parts), nil)
  }

  /// Sends text in UTF-8.
  ///
  /// - Parameter text: The characters of the content.
  public static func text(_ text: String) -> HTTP.Body {
    let type = try? HTTP.MediaType("text", "plain", ["charset": TextCharset.utf8.rawValue])
    return .bytes(Array(text.utf8), type ?? .plainText)
  }

  /// The content that must still be written; nil for content in its final form.
  package var unwritten: UnwrittenBody? {
    guard case .unwritten(let content) = content else { return nil }
    return content as? UnwrittenBody
  }
}

/// Content of a body that is written when the request is sent.
package enum UnwrittenBody: UnwrittenContent {
  case json(any Encodable & Sendable)
  case form(HTTP.Query)
  case multipart([Multipart.Part])
}

extension HTTP.Body {
  /// The members of a JSON object, in their order, with values of several types.
  public struct JSONMembers: Encodable, Sendable {
    private let members: [(name: String, value: (any Encodable & Sendable)?)]

    init(_ members: KeyValuePairs<String, (any Encodable & Sendable)?>) {
      self.members = members.map { ($0.key, $0.value) }
    }

    /// Writes an object; a member that is nil is written as null.
    ///
    /// - Parameter encoder: The encoder of the format.
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
  /// Makes one JSON value of members of several types; nil is written as null.
  ///
  ///     .json(["user": .object(["name": name, "age": age])])
  ///
  /// - Parameter members: The names and values in their order.
  public static func object(
    _ members: KeyValuePairs<String, (any Encodable & Sendable)?>
  ) -> HTTP.Body.JSONMembers {
    HTTP.Body.JSONMembers(members)
  }
}
