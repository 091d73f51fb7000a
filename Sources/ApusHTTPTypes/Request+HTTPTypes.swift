#if HTTPTypes
  internal import ApusBytes
  public import ApusHTTP
  public import HTTPTypes

  extension HTTP.Request {
    /// Creates a request from the head of swift-http-types, and a body.
    ///
    /// Without an authority the path is a reference that the session resolves against its base; a
    /// path never changes the host. With an authority and no scheme, the scheme is the one of the
    /// base.
    ///
    /// - Parameters:
    ///   - head: The method, the parts of the target and the fields.
    ///   - body: The content.
    /// - Throws: An error if the parts of the target are not those of a request over HTTP/1.1.
    public init(_ head: HTTPRequest, body: HTTP.Body = .empty) throws(HTTPConversionError) {
      if let name = head.extendedConnectProtocol { throw .extendedConnect(name) }
      self.init(
        HTTP.Method(head.method.rawValue), .reference(try Self.target(of: head)),
        headers: HTTP.Fields(head.headerFields), body: body)
    }

    /// Returns the target as text.
    private static func target(of head: HTTPRequest) throws(HTTPConversionError) -> String {
      let path = head.path ?? ""
      let reference: HTTP.Reference
      do throws(HTTP.InvalidURL) {
        // As a reference, `//` at the start would begin an authority.
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
    /// Creates the head of swift-http-types for a request, without its body and its options.
    ///
    /// A relative target stays relative: the head has neither a scheme nor an authority then.
    ///
    /// - Parameter request: The request, of which the method, the target and the headers count.
    /// - Throws: An error if the method or a field cannot be converted, or if the target is not a
    ///   reference to a URL.
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
