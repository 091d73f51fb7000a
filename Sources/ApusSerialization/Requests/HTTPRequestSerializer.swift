internal import ApusBytes
public import ApusHTTP

/// Puts parameters into the query, or as a form into the body, and fields into every request.
///
///     var serializer = HTTPRequestSerializer()
///     serializer.headers["X-Tenant"] = "blue"
///     let request = try serializer.request(.get, "users", ["page": 2])
///
/// The other serializers hold one for all that is not about their format.
public struct HTTPRequestSerializer: RequestSerializer {
  /// The closure that makes a query of parameters in place of the style.
  public typealias Query = @Sendable (HTTP.Request, RequestParameters) throws -> String

  /// Fields of every request that does not set them itself. The default is empty.
  public var headers = HTTP.Fields()
  /// The methods whose parameters go into the query; their case does not count.
  /// The default is GET, HEAD and DELETE.
  public var methodsWithQuery: Set<HTTP.Method> = [.get, .head, .delete]
  /// The form of parameters as fields; setting it replaces `query`.
  ///
  /// The default on its own is AFNetworking's style. A serializer whose style was never set takes
  /// the style of the session that it is assigned to, which is `RequestParameters.Style.plain` by
  /// default.
  public var style: RequestParameters.Style {
    get { chosenStyle ?? .afnetworking }
    set {
      chosenStyle = newValue
      query = nil
    }
  }
  /// The style that was set; nil for the default.
  var chosenStyle: RequestParameters.Style?
  /// A function of the caller's that makes the query or the form. The default is nil.
  public var query: Query?
  /// The options for the session; options of the request itself have precedence.
  public var options = HTTP.RequestOptions()
  /// The level of gzip compression for bodies; nil for none. The default is nil.
  public var compression: HTTP.GzipEncoder.Level?

  /// The serializer itself.
  public var http: HTTPRequestSerializer {
    get { self }
    set { self = newValue }
  }

  /// Creates a serializer with the default settings.
  public init() {}

  /// Creates a serializer with a style, and otherwise the default settings.
  package init(_ style: RequestParameters.Style) { chosenStyle = style }

  /// Sets the style if none was set; a function for queries keeps its precedence.
  package mutating func adopt(_ style: RequestParameters.Style) {
    if chosenStyle == nil { chosenStyle = style }
  }

  /// Returns whether the parameters of a method go into the query.
  ///
  /// - Parameter method: The method of a request.
  public func putsParametersInQuery(_ method: HTTP.Method) -> Bool {
    let octets = Array(method.name.utf8)
    let name = octets.span
    return methodsWithQuery.contains { ASCII.equalsIgnoringCase(name, $0.name) }
  }

  /// Serializes parameters into the query, or into a form where the method has a body.
  ///
  /// - Parameters:
  ///   - request: The request, whose own fields are kept.
  ///   - parameters: The names and values; nil for none.
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

  /// The request, completed with the serializer's fields and options.
  private func prepared(_ request: HTTP.Request) -> HTTP.Request {
    var prepared = request
    for field in headers where !request.headers.contains(field.name) {
      prepared.headers.append(field.name, field.value)
    }
    prepared.options = request.options.completed(by: options)
    return prepared
  }

  /// Returns the request with the serializer's fields and options, and with its body.
  ///
  /// It is for serializers of other formats.
  ///
  /// - Parameters:
  ///   - request: The request with the content's own fields.
  ///   - body: The content; nil to keep that of the request.
  public func finished(
    _ request: HTTP.Request, body: HTTP.Body?
  ) throws(RequestSerializationError) -> HTTP.Request {
    var request = prepared(request)
    if let body { request.body = body }
    return try compressed(request)
  }

  /// The request with its body compressed, if that is wanted.
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

  /// The form that parameters become for a request.
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
  /// Sends a user's name and password with every request, for the scheme `Basic`.
  ///
  /// A colon in the name would end it, and is refused. RFC 7617 section 2.
  ///
  /// - Parameters:
  ///   - user: The name of the user, without a colon.
  ///   - password: The password, which descriptions do not show.
  public mutating func setBasicAuthorization(
    user: String, password: String
  ) throws(RequestSerializationError) {
    let bytes = Array("\(user):\(password)".utf8)
    guard !user.utf8.contains(0x3a), bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7f }) else {
      throw .invalidCredentials
    }
    headers[.authorization] = .sensitive("Basic " + Base64.encode(bytes))
  }

  /// Sends a token with every request, for the scheme `Bearer`.
  ///
  ///     b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="
  ///
  /// RFC 6750 section 2.1.
  ///
  /// - Parameter token: The token, which descriptions do not show.
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

  /// Sends no credentials with every request any more.
  public mutating func clearAuthorization() { headers.remove(.authorization) }

  private static let tokenBytes = ByteSet.letters.union(.digits).union(ByteSet("-._~+/"))
}

extension HTTP.RequestOptions {
  /// These options, completed with others.
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
