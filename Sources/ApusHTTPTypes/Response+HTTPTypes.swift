#if HTTPTypes
  public import ApusHTTP
  public import HTTPTypes

  extension HTTPResponse {
    /// Creates a response head of swift-http-types from a response head.
    ///
    /// Bytes of the reason phrase that are not UTF-8 become replacement characters. The HTTP
    /// version is omitted.
    ///
    /// - Parameter head: The status and the headers of a response.
    /// - Throws: An error if a header field cannot be converted, which does not occur for a
    ///   received head.
    public init(_ head: HTTP.ResponseHead) throws(HTTPConversionError) {
      self.init(
        status: HTTPResponse.Status(code: head.status.code, reasonPhrase: head.reason),
        headerFields: try HTTPFields(head.headers))
    }

    /// Creates a response head of swift-http-types from a response without its content and its
    /// trailers.
    ///
    /// - Parameter response: The response, whose status and headers are used.
    /// - Throws: An error if a header field cannot be converted, which does not occur for a
    ///   received head.
    public init(_ response: HTTP.Response) throws(HTTPConversionError) {
      try self.init(response.head)
    }
  }

  extension HTTP.ResponseHead {
    /// Creates a response head with the version HTTP/1.1 from a response head of swift-http-types.
    ///
    /// - Parameter head: The status and the header fields of a response.
    public init(_ head: HTTPResponse) {
      self.init(
        HTTP.Status(head.status.code), reason: head.status.reasonPhrase,
        headers: HTTP.Fields(head.headerFields))
    }
  }

  extension HTTP.Response {
    /// Creates a response from a response head of swift-http-types and its content.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields of a response.
    ///   - body: The content of the response; none by default.
    public init(_ head: HTTPResponse, body: [UInt8] = []) {
      self.init(HTTP.ResponseHead(head), body: body)
    }
  }
#endif
