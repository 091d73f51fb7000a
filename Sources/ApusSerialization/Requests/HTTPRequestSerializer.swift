internal import ApusBytes
public import ApusHTTP

/// A request serializer that writes parameters into the query or into a form-encoded body.
///
///     var serializer = HTTPRequestSerializer()
///     serializer.headers["X-Tenant"] = "blue"
///     let request = try serializer.request(.get, "users", ["page": 2])
///
/// Every other request serializer contains an HTTP request serializer for general settings, such as
/// header fields and options.
public struct HTTPRequestSerializer: RequestSerializer {
  /// A custom closure that converts request parameters to the text of a query.
  public typealias Query = @Sendable (HTTP.Request, RequestParameters) throws -> String

  /// The header fields that the serializer adds to requests without these fields; the default is
  /// empty.
  public var headers = HTTP.Fields()
  /// The request methods for which parameters are written into the query, in any letter case; the
  /// default is GET, HEAD and DELETE.
  public var methodsWithQuery: Set<HTTP.Method> = [.get, .head, .delete]
  /// The parameter style of queries and forms. Assigning a style removes the custom closure in
  /// `query`.
  ///
  /// The default is the style of AFNetworking for a serializer without a session. A serializer in a
  /// session has the session's parameter style unless a style was assigned. The style of a session
  /// is `RequestParameters.Style.plain` by default.
  public var style: RequestParameters.Style {
    get { chosenStyle ?? .afnetworking }
    set {
      chosenStyle = newValue
      query = nil
    }
  }
  /// The parameter style that the program assigned. The value is `nil` if the default style
  /// applies.
  var chosenStyle: RequestParameters.Style?
  /// A custom closure that produces the text of the query or the form. The default is nil, which
  /// means the parameter style.
  public var query: Query?
  /// The request options that the serializer adds to requests. The options of the request take
  /// precedence.
  public var options = HTTP.RequestOptions()
  /// The level of gzip compression for request bodies. The default is nil, which means no
  /// compression.
  public var compression: HTTP.GzipEncoder.Level?

  /// The serializer itself, as the protocol requires.
  public var http: HTTPRequestSerializer {
    get { self }
    set { self = newValue }
  }

  /// Creates an HTTP request serializer with the default settings.
  public init() {}

  /// Creates an HTTP request serializer with the given parameter style.
  package init(_ style: RequestParameters.Style) { chosenStyle = style }

  /// Sets the parameter style if the program has not assigned a style. A custom query closure still
  /// takes precedence.
  package mutating func adopt(_ style: RequestParameters.Style) {
    if chosenStyle == nil { chosenStyle = style }
  }

  /// Returns whether the parameters of requests with the given method are written into the query.
  ///
  /// - Parameter method: The method of the request.
  public func putsParametersInQuery(_ method: HTTP.Method) -> Bool {
    let octets = Array(method.name.utf8)
    let name = octets.span
    return methodsWithQuery.contains { ASCII.equalsIgnoringCase(name, $0.name) }
  }

  /// Returns a copy of the request with parameters in the query, or in a form-encoded body if the
  /// method has a body.
  ///
  /// - Parameters:
  ///   - request: The request, whose own header fields are kept.
  ///   - parameters: The names and values of the parameters; `nil` for no parameters.
  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    var request = prepared(request)
    let text = try parameters.map { try self.text(of: $0, for: request) } ?? []
    if putsParametersInQuery(request.method) {
      request.target.append(query: String(decoding: text, as: UTF8.self))
    } else if parameters != nil || request.body.length == HTTP.BodyLength.none {
      request.body = .bytes(text, .form)
    }
    return try compressed(request)
  }

  /// Returns a copy of the request with the header fields and options of the serializer.
  private func prepared(_ request: HTTP.Request) -> HTTP.Request {
    var prepared = request
    for field in headers where !request.headers.contains(field.name) {
      prepared.headers.append(field.name, field.value)
    }
    prepared.options = request.options.completed(by: options)
    return prepared
  }

  /// Returns a copy of the request with the serializer's header fields and options, and with the
  /// given body.
  ///
  /// Use this function in a custom request serializer.
  ///
  /// - Parameters:
  ///   - request: The request with the header fields of the content.
  ///   - body: The body; `nil` to keep the body of the request.
  public func finished(
    _ request: HTTP.Request, body: HTTP.Body?
  ) throws(RequestSerializationError) -> HTTP.Request {
    var request = prepared(request)
    if let body { request.body = body }
    return try compressed(request)
  }

  /// Returns a copy of the request, whose body is compressed if the serializer has a compression
  /// level.
  private func compressed(_ request: HTTP.Request) throws(RequestSerializationError) -> HTTP.Request
  {
    guard let compression, !request.headers.contains(.contentEncoding) else { return request }
    var request = request
    do throws(HTTP.InvalidCoding) {
      request.body = try request.body.gzipped(compression)
    } catch {
      throw .compression(error)
    }
    return request
  }

  /// Returns the form-encoded text of the parameters of a request.
  package func form(
    of parameters: RequestParameters, for request: HTTP.Request
  ) throws -> HTTP.Body {
    .bytes(try text(of: parameters, for: request), .form)
  }

  private func text(
    of parameters: RequestParameters, for request: HTTP.Request
  ) throws -> [UInt8] {
    if let query { return Array(try query(request, parameters).utf8) }
    do throws(RequestParameters.WritingError) {
      return try parameters.formBytes(style)
    } catch {
      throw RequestSerializationError.parameters(error)
    }
  }
}

extension HTTPRequestSerializer {
  /// Adds an `Authorization` field with the scheme `Basic` to every request.
  ///
  /// The function throws an error if the user name contains a colon, because a colon separates the
  /// name from the password. RFC 7617 section 2.
  ///
  /// - Parameters:
  ///   - user: The user name without a colon.
  ///   - password: The password, which does not appear in descriptions.
  public mutating func setBasicAuthorization(
    user: String, password: String
  ) throws(RequestSerializationError) {
    let bytes = Array("\(user):\(password)".utf8)
    guard !user.utf8.contains(0x3a), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw .invalidCredentials
    }
    headers[.authorization] = .sensitive("Basic " + Base64.encode(bytes))
  }

  /// Adds an `Authorization` field with the scheme `Bearer` to every request.
  ///
  ///     b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  ///
  /// RFC 6750 section 2.1.
  ///
  /// - Parameter token: The token, which does not appear in descriptions.
  public mutating func setBearerAuthorization(
    _ token: String
  ) throws(RequestSerializationError) {
    let octets = Array(token.utf8)
    let bytes = octets.span
    var at = Cursor(0..<bytes.count)
    let isFilled = !at.readWhile(in: bytes) { Self.tokenBytes.contains($0) }.isEmpty
    _ = at.readWhile(in: bytes) { $0 == 0x3d }
    guard isFilled, at.isAtEnd else { throw .invalidToken }
    headers[.authorization] = .sensitive("Bearer " + token)
  }

  /// Removes the `Authorization` field that the serializer adds to every request.
  public mutating func clearAuthorization() { headers.remove(.authorization) }

  private static let tokenBytes = ByteSet.letters.union(.digits).union(ByteSet("-._~+/"))
}

extension HTTP.RequestOptions {
  /// Returns these request options, in which the other request options replace missing options.
  fileprivate func completed(by other: HTTP.RequestOptions) -> HTTP.RequestOptions {
    var options = self
    options.idle = idle ?? other.idle
    options.within = within ?? other.within
    options.followsRedirects = followsRedirects ?? other.followsRedirects
    options.handlesCookies = handlesCookies ?? other.handlesCookies
    options.cachePolicy = cachePolicy ?? other.cachePolicy
    options.retry = retry ?? other.retry
    options.acceptedStatuses = acceptedStatuses ?? other.acceptedStatuses
    options.priority = priority ?? other.priority
    options.ownConnection = ownConnection ?? other.ownConnection
    return options
  }
}
