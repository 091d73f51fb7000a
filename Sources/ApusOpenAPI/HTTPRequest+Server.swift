#if OpenAPI
  internal import ApusHTTP
  internal import ApusHTTPTypes
  internal import ApusSession
  internal import HTTPTypes
  internal import OpenAPIRuntime

  extension HTTPRequest {
    /// Appends the path to the path of a server, and adds the server's host to the request head.
    ///
    /// The path must begin with `/`, because another path could continue the host name or a path
    /// segment.
    mutating func move(below server: String) throws(HTTPSessionError) {
      let base: HTTP.Reference
      do throws(HTTP.InvalidURL) { base = try HTTP.Reference(server) } catch {
        throw HTTPSessionError(
          HTTPSessionError.Code.invalidURL, underlying: HTTPConversionError.target(error))
      }
      let start = base.path.utf8.last == 0x2f ? String(base.path.dropLast()) : base.path
      let rest = path ?? ""
      guard rest.isEmpty || rest.utf8.first == 0x2f, base.query == nil, base.fragment == nil else {
        throw HTTPSessionError(
          HTTPSessionError.Code.invalidRequest, underlying: HTTPConversionError.path)
      }
      scheme = base.scheme
      authority = base.authority?.description
      path = start + rest
    }
  }

  extension HTTPResponse {
    /// Returns whether the response to a request method may have content.
    ///
    /// RFC 9110 section 6.4.1.
    func mayHaveContent(for method: HTTPRequest.Method) -> Bool {
      switch (method.rawValue, status.code) {
      case ("HEAD", _), ("CONNECT", _), (_, 100...199), (_, 204), (_, 304): false
      default: true
      }
    }
  }

  extension HTTP.Body {
    /// Creates a request body that is read while it is sent.
    ///
    /// A known length is sent in the Content-Length field. The body may be sent again if it can be
    /// iterated again.
    init(_ body: HTTPBody?) throws(HTTPSessionError) {
      guard let body else {
        self = .empty
        return
      }
      let replay: Replay = body.iterationBehavior == .multiple ? .always : .once
      guard case .known(let length) = body.length else {
        self = .sequence(body, replay: replay)
        return
      }
      do throws(HTTP.Body.InvalidLength) {
        self = try .sequence(body, byteCount: Int(clamping: length), replay: replay)
      } catch {
        throw HTTPSessionError(HTTPSessionError.Code.invalidRequest, underlying: error)
      }
    }
  }
#endif
