internal import ApusBytes
public import ApusHTTP

/// A serializer that puts parameters into the query or the body of a request.
///
/// A request serializer is a value. A caller passes a copy, which cannot change while requests are
/// created with it.
public protocol RequestSerializer: Sendable {
  /// The settings that do not concern the format: header fields, options, and the style of queries
  /// and forms.
  var http: HTTPRequestSerializer { get set }

  /// Returns a copy of a request with parameters and with the serializer's own header fields.
  ///
  /// The header fields of the request are kept. An error originates from the serializer or from a
  /// custom function.
  ///
  /// - Parameters:
  ///   - request: The request, whose own header fields are kept.
  ///   - parameters: The names and values of the parameters; `nil` for no parameters.
  func serialize(_ request: HTTP.Request, _ parameters: RequestParameters?) throws -> HTTP.Request
}

extension RequestSerializer {
  /// Returns a new request with parameters.
  /// The passed header fields replace the fields of the serializer.
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the session's base URL, or an absolute URL.
  ///   - parameters: The names and values of the parameters; `nil` for no parameters.
  ///   - headers: The header fields, which replace the fields of the serializer.
  public func request(
    _ method: HTTP.Method, _ target: HTTP.Target, _ parameters: RequestParameters? = nil,
    headers: HTTP.Fields = HTTP.Fields()
  ) throws -> HTTP.Request {
    var request = try serialize(HTTP.Request(method, target), parameters)
    request.replace(headers)
    return request
  }
}

extension HTTP.Request {
  /// Replaces all fields of the same names with the given fields. If several given fields have the
  /// same name, all of them are set.
  mutating func replace(_ fields: HTTP.Fields) {
    for field in fields { headers.remove(field.name) }
    for field in fields { headers.append(field.name, field.value) }
  }
}

/// The reason that a serializer could not create a request.
public enum RequestSerializationError: Error, Equatable, Sendable {
  /// The parameters could not be written.
  case parameters(RequestParameters.WritingError)
  /// A value could not be encoded as JSON.
  case json(JSON.EncodingError)
  /// The JSON is neither an array nor an object, but the serializer requires an array or object.
  case loneValue
  /// The charset cannot represent the text.
  case unencodable(TextCharset)
  /// The multipart body could not be written.
  case multipart(Multipart.Failure)
  /// The body could not be compressed.
  case compression(HTTP.InvalidCoding)
  /// The user name contains a colon, or the user name or password contains a control character.
  case invalidCredentials
  /// The token contains a character that is not allowed in a bearer token.
  case invalidToken
  /// An encoder of another format threw an error.
  case other(String)
}

extension RequestSerializationError {
  /// The error number in the system of URL loading errors.
  ///
  /// The number -1013 means credentials that cannot be sent, and -1016 means content that cannot be
  /// encoded.
  public var number: Int {
    switch self {
    case .invalidCredentials, .invalidToken: -1013
    case .parameters, .json, .loneValue, .unencodable, .multipart, .compression, .other: -1016
    }
  }
}

extension RequestSerializationError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .parameters(let error): error.description
    case .json(let error): error.description
    case .loneValue: "the JSON content of the request is neither an array nor an object"
    case .unencodable(let charset):
      "the text has a character that the charset \(charset.rawValue) cannot encode"
    case .multipart(let error): error.description
    case .compression(let error): error.description
    case .invalidCredentials:
      "a user name must not contain a colon, and a user name or password must not "
        + "contain control characters"
    case .invalidToken: "the bearer token has a character that is not allowed in a token"
    case .other(let words): ForeignText.escaped(words.utf8)
    }
  }
}
