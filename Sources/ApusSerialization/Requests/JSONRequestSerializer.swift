public import ApusHTTP

/// Puts parameters and values into the body as JSON, or into the query without a body.
public struct JSONRequestSerializer: RequestSerializer, Codable {
  /// All that is not about JSON.
  public var http = HTTPRequestSerializer()
  /// The coder for values.
  public var coder = JSONCoder()
  /// A Boolean value that indicates whether a text, number or literal is allowed by itself.
  public var allowsFragments = false

  /// Creates a serializer that sorts names, so that equal parameters are equal bytes.
  public init() { coder.writing.sortsKeys = true }

  /// Creates a serializer with a coder of the caller's.
  ///
  /// - Parameter coder: The coder that writes the content.
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

  /// Puts a `Codable` value into the body.
  ///
  /// - Parameters:
  ///   - request: The request, whose own fields are kept.
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
  /// Returns a `Codable` value as JSON that a coder of the caller's writes at once.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - coder: The coder, which is used once.
  public static func json(
    _ value: some Encodable, using coder: any JSONCoding
  ) throws -> HTTP.Body {
    .bytes(try coder.encode(value), .json)
  }

  /// Returns parameters as a form, written at once in a style of the caller's.
  ///
  /// - Parameters:
  ///   - parameters: The names and values.
  ///   - style: The names of nested values, and the forms of dates and bytes.
  public static func form(
    _ parameters: RequestParameters, using style: RequestParameters.Style
  ) throws(RequestParameters.WritingError) -> HTTP.Body {
    .bytes(try parameters.formBytes(style), .form)
  }
}
