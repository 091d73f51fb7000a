#if HTTPTypes
  internal import ApusBytes
  public import ApusHTTP
  public import HTTPTypes

  extension HTTP.Request {
    /// Creates a request from a request head of swift-http-types and a body.
    ///
    /// The path of a head without an authority is a reference that the session resolves against its
    /// base. The path never changes the host. The scheme of a head with an authority but no scheme
    /// is the scheme of the base.
    ///
    /// - Parameters:
    ///   - head: The method, the parts of the target and the header fields.
    ///   - body: The content of the request.
    /// - Throws: An error if the parts do not form the target of an HTTP/1.1 request.
    public init(_ head: HTTPRequest, body: HTTP.Body = .empty) throws(HTTPConversionError) {
      if let name = head.extendedConnectProtocol { throw .extendedConnect(name) }
      self.init(
        HTTP.Method(head.method.rawValue), .reference(try Self.target(of: head)),
        headers: HTTP.Fields(head.headerFields), body: body)
    }

    /// Returns the request target of a swift-http-types request head as text.
    private static func target(of head: HTTPRequest) throws(HTTPConversionError) -> String {
      let path = head.path ?? ""
      let reference: HTTP.Reference
      do throws(HTTP.InvalidURL) {
        // Two slashes at the start of a path would begin an authority.
        reference = try HTTP.Reference(path.utf8.starts(with: "//".utf8) ? "/." + path : path)
      } catch {
        throw .target(error)
      }
      // Only after a scheme could there be an authority now.
      guard reference.scheme == nil, reference.fragment == nil, path != "*" else { throw .path }
      guard let authority = head.authority else {
        guard head.scheme == nil else { throw .missingAuthority }
        return reference.description
      }
      let host: HTTP.Authority
      do throws(HTTP.InvalidURL) { host = try HTTP.Authority(authority) } catch {
        throw .authority(error)
      }
      guard path.isEmpty || path.utf8.first == 0x2f else { throw .path }
      if let scheme = head.scheme,
        !HTTP.Scheme.allCases.contains(where: { ASCII.equalsIgnoringCase($0.rawValue, scheme) })
      {
        throw .scheme(scheme)
      }
      let start = head.scheme.map { $0 + ":" } ?? ""
      return "\(start)//\(host)" + (path.isEmpty ? "/" : path)
    }
  }

  extension HTTPRequest {
    /// Creates a request head of swift-http-types from a request without its body and its options.
    ///
    /// A relative target stays relative, so the head has neither a scheme nor an authority.
    ///
    /// - Parameter request: The request, whose method, target and headers are used.
    /// - Throws: An error if the method or a header field cannot be converted, or if the target is
    ///   not a URL reference.
    public init(_ request: HTTP.Request) throws(HTTPConversionError) {
      guard let method = HTTPRequest.Method(rawValue: request.method.name) else {
        throw .method(request.method.name)
      }
      let reference: HTTP.Reference
      do throws(HTTP.InvalidURL) {
        try request.target.check()
        reference = try HTTP.Reference(request.target.text)
      } catch {
        throw .target(error)
      }
      if let scheme = reference.scheme, reference.authority == nil { throw .scheme(scheme) }
      var path = reference.path
      if reference.authority != nil, path.isEmpty { path = "/" }
      if let query = reference.query { path += "?" + query }
      self.init(
        method: method, scheme: reference.scheme, authority: reference.authority?.description,
        path: path, headerFields: try HTTPFields(request.headers))
    }
  }
#endif
