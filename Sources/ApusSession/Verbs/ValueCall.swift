internal import ApusConnections
internal import ApusHTTP
internal import ApusSerialization

/// A call that returns a value: the request to send, and the decoder of the response.
///
/// The asynchronous part of the call does not depend on the type of the value, so a waiting request
/// needs no generic type metadata.
struct ValueCall {
  /// The decoder of the response content: a response serializer or a JSON coder.
  private enum Decoder {
    case serializer(any ResponseSerializer)
    case coder(any JSONCoding)
  }

  private let request: HTTP.Request
  private let decoder: Decoder
  private let session: HTTPSession

  /// Creates a call with a coder, or with the session's serializer or coder if `coder` is `nil`.
  init(_ request: HTTP.Request, by coder: (any JSONCoding)?, _ session: HTTPSession) {
    self.session = session
    if coder == nil, let serializer = session.responseSerializer {
      self.request = request
      decoder = .serializer(serializer)
      return
    }
    decoder = .coder(coder ?? session.configuration.json)
    var request = request
    // The `Accept` field of the session's defaults is not a choice of the caller.
    let accept = session.configuration.headers[.accept] as HTTP.FieldValue?
    if !request.headers.contains(.accept), accept == nil || accept == "*/*" {
      request.headers[.accept] = "application/json"
    }
    self.request = request
  }

  /// Sends the request and collects the response.
  ///
  /// If a response serializer is used, only the serializer decides about the status of the
  /// response.
  nonisolated(nonsending) func response(
    _ watch: CallWatch?
  ) async throws(HTTPSessionError) -> CollectedResponse {
    let accepted: HTTP.AcceptedStatuses =
      if case .serializer = decoder { .any } else { session.accepted(by: request) }
    return try await session.collect(request, accepting: accepted, watch)
  }

  /// Returns the value that is decoded from a collected response.
  func value<Value: Decodable & SendableMetatype>(
    of response: CollectedResponse, as type: Value.Type
  ) throws(HTTPSessionError) -> sending Value {
    switch decoder {
    case .serializer(let serializer): try value(of: response, as: type, by: serializer)
    case .coder(let coder): try value(of: response, as: type, by: coder)
    }
  }

  private func value<Value: Decodable & SendableMetatype>(
    of collected: CollectedResponse, as type: Value.Type, by coder: any JSONCoding
  ) throws(HTTPSessionError) -> sending Value {
    if let types = session.configuration.jsonTypes,
      !ResponseValidation.names(collected.head.headers, types),
      let error = ResponseValidation.ofJSON(types).verdict(on: collected.unplaced).error
    {
      throw collected.refused(
        HTTPSessionError(error, session.whole(request), collected.response).hinted(.of(type)),
        by: coder)
    }
    do throws(ValueFailure) {
      let value = try collected.value(as: type, by: coder)
      collected.noteValue(collected.isBlank ? nil : type, by: coder)
      return value
    } catch {
      throw collected.refused(
        HTTPSessionError(
          error.reason, request: session.whole(request), response: collected.response,
          underlying: error.underlying
        ).hinted(.of(type)), by: coder)
    }
  }

  private func value<Value: Decodable & SendableMetatype>(
    of collected: CollectedResponse, as type: Value.Type, by serializer: any ResponseSerializer
  ) throws(HTTPSessionError) -> sending Value {
    let response = collected.unplaced
    do throws(ResponseSerializationError) {
      if let value = try serializer.value(of: response, as: type) {
        collected.noteValue(type, by: serializer)
        return value
      }
    } catch {
      throw collected.refused(
        HTTPSessionError(error, session.whole(request), collected.response), by: serializer)
    }
    do throws(HTTPSessionError.Reason) {
      let nothing = try type.nothing(by: session.configuration.json)
      collected.noteValue(nil, by: serializer)
      return nothing
    } catch {
      throw collected.refused(
        HTTPSessionError(error, request: session.whole(request), response: response),
        by: serializer)
    }
  }
}

/// The error of decoding a response: the error reason, and the error that a custom JSON coder has
/// thrown.
private struct ValueFailure: Error {
  let reason: HTTPSessionError.Reason
  var underlying: (any Error)?
}

extension CollectedResponse {
  /// A Boolean value that indicates whether the content is empty, or is the single space that some
  /// servers send.
  fileprivate var isBlank: Bool { body.isEmpty || body == [0x20] }

  /// Decodes the response content as a value of a type.
  fileprivate func value<Value: Decodable>(
    as type: Value.Type, by coder: any JSONCoding
  ) throws(ValueFailure) -> Value {
    guard !isBlank else {
      do throws(HTTPSessionError.Reason) { return try type.nothing(by: coder) } catch {
        throw ValueFailure(reason: error)
      }
    }
    do {
      return try coder.decode(type, from: body)
    } catch let error as JSON.DecodingError {
      throw ValueFailure(reason: .serialization(.value(error)))
    } catch {
      throw ValueFailure(reason: .serialization(.other("\(error)")), underlying: error)
    }
  }
}

extension Decodable {
  /// Returns the value of a type for a response without content, such as `nil` for an optional
  /// type.
  fileprivate static func nothing(
    by coder: any JSONCoding
  ) throws(HTTPSessionError.Reason) -> Self {
    do {
      return try coder.decode(Self.self, from: Array("null".utf8))
    } catch {
      throw .noContent
    }
  }
}

extension ResponseValidation {
  /// Returns the validation of JSON content with one of several media types, regardless of the
  /// status code.
  fileprivate static func ofJSON(_ types: [String]) -> ResponseValidation {
    var validation = ResponseValidation.none
    validation.mediaTypes = types
    validation.matching = .suffixes
    return validation
  }
}

extension HTTPSessionError.Hint {
  /// Returns the remedy for content that is not JSON but was requested as text or bytes; nil for
  /// other types.
  fileprivate static func of(_ type: Any.Type) -> Self? {
    switch "\(type)" {
    case "String", "Substring": .text
    case "Data", "Array<UInt8>": .bytes
    default: nil
    }
  }
}
