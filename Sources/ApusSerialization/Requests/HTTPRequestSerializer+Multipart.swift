public import ApusHTTP

extension HTTPRequestSerializer {
  /// Returns a request whose body is a multipart form. The parameters are the first parts of the
  /// form.
  ///
  /// The form may be empty. The function throws an error for the methods `GET` and `HEAD`, which do
  /// not allow a form.
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the session's base URL, or an absolute URL.
  ///   - parameters: The parameters that become the first parts; `nil` for no parameters.
  ///   - parts: The parts that follow the parameters.
  ///   - headers: The header fields, which replace the fields of the serializer.
  public func multipartRequest(
    _ method: HTTP.Method, _ target: HTTP.Target, _ parameters: RequestParameters? = nil,
    _ parts: [Multipart.Part] = [], headers: HTTP.Fields = HTTP.Fields()
  ) throws -> HTTP.Request {
    var multipart: Multipart
    do throws(Multipart.Failure) { multipart = try Multipart() } catch {
      throw RequestSerializationError.multipart(error)
    }
    multipart.parts = parts
    return try multipartRequest(method, target, parameters, multipart, headers: headers)
  }

  /// Returns a request whose body is a multipart form.
  /// The parameters are the first parts of the form.
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the session's base URL, or an absolute URL.
  ///   - parameters: The parameters that become the first parts; `nil` for no parameters.
  ///   - multipart: The multipart body with the parts that follow the parameters, and with the
  ///     boundary.
  ///   - headers: The header fields, which replace the fields of the serializer.
  public func multipartRequest(
    _ method: HTTP.Method, _ target: HTTP.Target, _ parameters: RequestParameters? = nil,
    _ multipart: Multipart, headers: HTTP.Fields = HTTP.Fields()
  ) throws -> HTTP.Request {
    guard method != .get, method != .head else {
      throw RequestSerializationError.multipart(.method(method))
    }
    var uncompressed = self
    uncompressed.compression = nil
    var request = try uncompressed.serialize(HTTP.Request(method, target), nil)
    var whole = multipart
    whole.parts = []
    do throws(RequestParameters.WritingError) {
      if let parameters { try whole.append(parameters, style) }
    } catch {
      throw RequestSerializationError.parameters(error)
    }
    whole.parts += multipart.parts
    if !whole.parts.isEmpty {
      do throws(Multipart.Failure) { request.body = try whole.body() } catch {
        throw RequestSerializationError.multipart(error)
      }
      request.headers[.contentType] = HTTP.FieldValue("\(whole.mediaType)")
    }
    request.replace(headers)
    return try finished(request, body: nil)
  }
}
