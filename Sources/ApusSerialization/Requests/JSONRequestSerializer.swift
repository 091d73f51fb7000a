public import ApusHTTP

/// A request serializer that encodes parameters and values as a JSON body. For methods without a
/// body, the parameters are written into the query.
public struct JSONRequestSerializer: RequestSerializer, Codable {
  /// The general settings of the requests, such as header fields and options.
  public var http = HTTPRequestSerializer()
  /// The coder that encodes values as JSON.
  public var coder = JSONCoder()
  /// A Boolean value that indicates whether the JSON may be a single string, number or literal
  /// instead of an array or object.
  public var allowsFragments = false

  /// Creates a JSON request serializer that sorts names, so that equal parameters produce equal
  /// bytes.
  public init() { coder.writing.sortsKeys = true }

  /// Creates a JSON request serializer with a custom coder.
  ///
  /// - Parameter coder: The coder that encodes the content.
  public init(_ coder: JSONCoder) { self.coder = coder }

  public func serialize(
    _ request: HTTP.Request, _ parameters: RequestParameters?
  ) throws -> HTTP.Request {
    guard !http.putsParametersInQuery(request.method) else {
      return try http.serialize(request, parameters)
    }
    guard let parameters else { return try http.finished(request, body: nil) }
    let bytes: [UInt8]
    do throws(JSON.EncodingError) {
      bytes = try JSON.Value.object(try parameters.json(coder)).bytes(coder.writing)
    } catch {
      throw RequestSerializationError.json(error)
    }
    return try serialize(request, written: bytes)
  }

  /// Returns a copy of the request with an `Encodable` value as its JSON body.
  ///
  /// - Parameters:
  ///   - request: The request, whose own header fields are kept.
  ///   - value: The value to encode.
  public func serialize(
    _ request: HTTP.Request, _ value: some Encodable
  ) throws(RequestSerializationError) -> HTTP.Request {
    let bytes: [UInt8]
    do throws(JSON.EncodingError) { bytes = try coder.encode(value) } catch { throw .json(error) }
    return try serialize(request, written: bytes)
  }

  private func serialize(
    _ request: HTTP.Request, written bytes: [UInt8]
  ) throws(RequestSerializationError) -> HTTP.Request {
    guard allowsFragments || bytes.first == 0x7b || bytes.first == 0x5b else { throw .loneValue }
    return try http.finished(request, body: .bytes(bytes, .json))
  }
}

extension HTTP.Body {
  /// Returns a request body with the JSON of an `Encodable` value, which a custom coder encodes
  /// immediately.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - coder: The coder, which is used only for this body.
  public static func json(
    _ value: some Encodable, using coder: any JSONCoding
  ) throws -> HTTP.Body {
    .bytes(try coder.encode(value), .json)
  }

  /// Returns a form-encoded request body with parameters in a custom parameter style.
  ///
  /// - Parameters:
  ///   - parameters: The names and values of the parameters.
  ///   - style: The naming of nested values, and the forms of dates and bytes.
  public static func form(
    _ parameters: RequestParameters, using style: RequestParameters.Style
  ) throws(RequestParameters.WritingError) -> HTTP.Body {
    .bytes(try parameters.formBytes(style), .form)
  }
}
