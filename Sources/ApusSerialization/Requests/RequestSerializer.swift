internal import ApusBytes
public import ApusHTTP

/// A serializer that writes parameters into the query or the body of a request.
///
/// A request serializer is a value type, so later changes do not affect a copy that a session uses.
public protocol RequestSerializer: Sendable {
  /// The general settings of the requests: header fields, options, and the parameter style of
  /// queries and forms.
  var http: HTTPRequestSerializer { get set }

  /// Returns a copy of a request with the given parameters and with the serializer's header fields.
  ///
  /// The header fields of the request take precedence. The function throws the errors of the
  /// serializer and of custom closures.
  ///
  /// - Parameters:
  ///   - request: The request, whose own header fields are kept.
  ///   - parameters: The names and values of the parameters; `nil` for no parameters.
  func serialize(_ request: HTTP.Request, _ parameters: RequestParameters?) throws -> HTTP.Request
}

extension RequestSerializer {
  /// Returns a new request with parameters. The given header fields replace the serializer's fields
  /// with the same names.
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
  /// Replaces all header fields that have the same names as the given fields. A name may occur
  /// several times in the given fields.
  mutating func replace(_ fields: HTTP.Fields) {
    for field in fields { headers.remove(field.name) }
    for field in fields { headers.append(field.name, field.value) }
  }
}

/// An error of a request serializer, such as invalid credentials.
public enum RequestSerializationError: Error, Equatable, Sendable {
  /// The request parameters could not be written to a query or a form.
  case parameters(RequestParameters.WritingError)
  /// A value could not be encoded as JSON.
  case json(JSON.EncodingError)
  /// The JSON value is a string, number or literal, but the serializer requires an array or object.
  case loneValue
  /// The charset of the request content cannot represent the text.
  case unencodable(TextCharset)
  /// The multipart body could not be written.
  case multipart(Multipart.Failure)
  /// The request body could not be compressed.
  case compression(HTTP.InvalidCoding)
  /// The user name contains a colon, or the user name or password contains a control character.
  case invalidCredentials
  /// The bearer token contains a character that RFC 6750 does not allow.
  case invalidToken
  /// The encoder of another format, such as XML, threw an error.
  case other(String)
}

extension RequestSerializationError {
  /// The equivalent error number of Apple's URL loading system.
  ///
  /// The number is -1013 if the credentials are invalid, and -1016 if the content cannot be
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
