internal import ApusBytes
public import ApusHTTP

/// A serializer that puts parameters into a request: into its query, or its body in some format.
///
/// A serializer is a value. A caller passes a copy, which cannot change while requests are created
/// with it.
public protocol RequestSerializer: Sendable {
  /// All settings apart from the format: fields, options, and the form of queries and forms.
  var http: HTTPRequestSerializer { get set }

  /// Puts parameters and the serializer's own fields into a copy of a request.
  ///
  /// The fields of the request itself are kept. Errors are from the serializer or from a function
  /// of the caller.
  ///
  /// - Parameters:
  ///   - request: The request, whose own fields are kept.
  ///   - parameters: The names and values; nil for none.
  func serialize(_ request: HTTP.Request, _ parameters: RequestParameters?) throws -> HTTP.Request
}

extension RequestSerializer {
  /// Creates a request with parameters; `headers` replace the serializer's fields.
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the base, or a whole URL.
  ///   - parameters: The names and values; nil for none.
  ///   - headers: The header fields, which replace the serializer's.
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
  /// Sets fields, each in the place of all of its name; of several with one name all are set.
  mutating func replace(_ fields: HTTP.Fields) {
    for field in fields { headers.remove(field.name) }
    for field in fields { headers.append(field.name, field.value) }
  }
}

/// The reason that a serializer could not create a request.
public enum RequestSerializationError: Error, Equatable, Sendable {
  /// Parameters that cannot be written.
  case parameters(RequestParameters.WritingError)
  /// A value that does not become JSON.
  case json(JSON.EncodingError)
  /// JSON that is neither an array nor an object, and one is required.
  case loneValue
  /// Text that the charset has no bytes for.
  case unencodable(TextCharset)
  /// A body of several parts that cannot be written.
  case multipart(Multipart.Failure)
  /// The body cannot be compressed.
  case compression(HTTP.InvalidCoding)
  /// A user's name with a colon, or a control character in the name or the password.
  case invalidCredentials
  /// A token with a character that none may have.
  case invalidToken
  /// The error of an encoder for another format.
  case other(String)
}

extension RequestSerializationError {
  /// The number of the error among the URL loading errors.
  ///
  /// -1013 means credentials that cannot be sent, -1016 content that cannot be encoded.
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
