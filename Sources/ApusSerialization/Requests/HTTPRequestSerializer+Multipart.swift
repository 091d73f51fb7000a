public import ApusHTTP

extension HTTPRequestSerializer {
  /// Creates a request whose body is a multipart form, with the parameters as its first parts.
  ///
  /// Without any part the form is empty. `GET` and `HEAD` have no form.
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the base, or a whole URL.
  ///   - parameters: The values that become the first parts; nil for none.
  ///   - parts: The parts after the parameters.
  ///   - headers: The header fields, which replace the serializer's.
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

  /// Creates a request whose body is a multipart form, with the parameters as its first parts.
  ///
  /// - Parameters:
  ///   - method: The method of the request, such as `GET`.
  ///   - target: The path below the base, or a whole URL.
  ///   - parameters: The values that become the first parts; nil for none.
  ///   - multipart: The parts after the parameters, with their boundary.
  ///   - headers: The header fields, which replace the serializer's.
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
