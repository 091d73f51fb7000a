internal import ApusConnections
public import ApusHTTP
internal import ApusSerialization

extension HTTPSession {
  /// Sends a request, and returns a value of a type out of the answer.
  ///
  /// The answer is to be JSON, for which the configuration says what is accepted and how it is
  /// read, or what the session's response serializer makes values of. An answer without content is
  /// nil where the type has one, and an error elsewhere. Errors keep the response with its content,
  /// whatever was wrong with it.
  @concurrent
  public func send<Value: Decodable & SendableMetatype>(
    _ request: HTTP.Request, as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending Value {
    try await valueAndHead(of: request, as: type, within: limit).value
  }

  /// Sends a request, and returns a value of a type together with the answer's status and headers.
  ///
  ///     let (users, head) = try await api.valueAndHead(of: .get("users"), as: [User].self)
  ///     let next = head.fields["Link"]
  ///
  /// The value is made, and refused, as `send(_:as:)` does it.
  @concurrent
  public func valueAndHead<Value: Decodable & SendableMetatype>(
    of request: HTTP.Request, as type: Value.Type = Value.self, within limit: Duration? = nil
  ) async throws -> sending (value: Value, head: HTTP.ResponseHead) {
    do throws(HTTPSessionError) {
      return try await valueAndHead(of: request.bounded(by: limit), as: type, CallWatch())
    } catch {
      throw error.thrown
    }
  }

  /// Makes a value of the answer to a request, while which that is watched.
  nonisolated(nonsending) func valueAndHead<Value: Decodable & SendableMetatype>(
    of request: HTTP.Request, as type: Value.Type, _ watch: CallWatch
  ) async throws(HTTPSessionError) -> sending (value: Value, head: HTTP.ResponseHead) {
    var request = request
    if let serializer = responseSerializer {
      return try await valueAndHead(of: request, as: type, by: serializer, watch)
    }
    // What a session accepts by default is not what its caller has said.
    let accepted = configuration.headers[.accept]
    if !request.headers.contains(.accept), accepted == nil || accepted == "*/*" {
      request.headers[.accept] = "application/json"
    }
    let answer = try await collect(
      request, accepting: configuration.acceptedStatuses, watch)
    let response = answer.response
    if let error = configuration.typeVerdict(on: response).error {
      throw answer.refused(
        HTTPSessionError(error, whole(request), response).hinted(.of(type)),
        by: configuration.json)
    }
    do throws(HTTPSessionError.Reason) {
      let value = try configuration.value(of: response, as: type)
      answer.noteValue(response.isBlank ? nil : type, by: configuration.json)
      return (value, response.head)
    } catch {
      throw answer.refused(
        HTTPSessionError(error, request: whole(request), response: response).hinted(.of(type)),
        by: configuration.json)
    }
  }

  /// Sends a request, and returns a value that a serializer has made of the answer, with its head.
  private nonisolated(nonsending) func valueAndHead<Value: Decodable & SendableMetatype>(
    of request: HTTP.Request, as type: Value.Type, by serializer: any ResponseSerializer,
    _ watch: CallWatch
  ) async throws(HTTPSessionError) -> sending (value: Value, head: HTTP.ResponseHead) {
    let answer = try await collect(request, accepting: nil, watch)
    let response = answer.response
    do throws(ResponseSerializationError) {
      if let value = try serializer.value(of: response, as: type) {
        answer.noteValue(type, by: serializer)
        return (value, response.head)
      }
    } catch {
      throw answer.refused(HTTPSessionError(error, whole(request), response), by: serializer)
    }
    do throws(HTTPSessionError.Reason) {
      let nothing = try configuration.nothing(as: type)
      answer.noteValue(nil, by: serializer)
      return (nothing, response.head)
    } catch {
      throw answer.refused(
        HTTPSessionError(error, request: whole(request), response: response), by: serializer)
    }
  }
}

extension HTTPSession.Configuration {
  /// Whether an answer has a media type that is taken for JSON.
  fileprivate func typeVerdict(on response: HTTP.Response) -> ResponseValidation.Verdict {
    var validation = ResponseValidation.none
    validation.mediaTypes = jsonTypes
    validation.matching = .suffixes
    return validation.verdict(on: response)
  }

  /// What an answer's content is as a value of a type.
  fileprivate func value<Value: Decodable>(
    of response: HTTP.Response, as type: Value.Type
  ) throws(HTTPSessionError.Reason) -> Value {
    guard !response.isBlank else { return try nothing(as: type) }
    do {
      return try json.decode(type, from: response.body)
    } catch let error as JSONDecodingError {
      throw .serialization(.value(error))
    } catch {
      throw .serialization(.other("\(error)"))
    }
  }

  /// What stands for no content, where a type has such a value.
  fileprivate func nothing<Value: Decodable>(
    as type: Value.Type
  ) throws(HTTPSessionError.Reason) -> Value {
    do {
      return try json.decode(type, from: Array("null".utf8))
    } catch {
      throw .noContent
    }
  }
}

extension HTTP.Response {
  /// Whether there is nothing to make a value of; one space is what some servers send for that.
  fileprivate var isBlank: Bool { body.isEmpty || body == [0x20] }
}

extension HTTPSessionError.Hint {
  /// The remedy for content that is not JSON, requested as text or bytes; nil for other types.
  fileprivate static func of(_ type: Any.Type) -> Self? {
    switch "\(type)" {
    case "String", "Substring": .text
    case "Data", "Array<UInt8>": .bytes
    default: nil
    }
  }
}
