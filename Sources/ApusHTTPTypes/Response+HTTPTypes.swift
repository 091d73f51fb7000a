#if HTTPTypes
  public import ApusHTTP
  public import HTTPTypes

  extension HTTPResponse {
    /// Creates the head of swift-http-types for the head of a response.
    ///
    /// Bytes of the reason that are not UTF-8 become replacement characters. The version is left
    /// out.
    ///
    /// - Parameter head: The status and the headers of a response.
    /// - Throws: An error if a field cannot be converted, which does not occur in a received head.
    public init(_ head: HTTP.ResponseHead) throws(HTTPConversionError) {
      self.init(
        status: HTTPResponse.Status(code: head.status.code, reasonPhrase: head.reason),
        headerFields: try HTTPFields(head.headers))
    }

    /// Creates the head of swift-http-types for a response, without its content and its trailers.
    ///
    /// - Parameter response: The response, of which the status and the headers count.
    /// - Throws: An error if a field cannot be converted, which does not occur in a received head.
    public init(_ response: HTTP.Response) throws(HTTPConversionError) {
      try self.init(response.head)
    }
  }

  extension HTTP.ResponseHead {
    /// Creates a head from that of swift-http-types, with the version HTTP/1.1.
    ///
    /// - Parameter head: The status and the fields of a response.
    public init(_ head: HTTPResponse) {
      self.init(
        HTTP.Status(head.status.code), reason: head.status.reasonPhrase,
        headers: HTTP.Fields(head.headerFields))
    }
  }

  extension HTTP.Response {
    /// Creates a response from the head of swift-http-types, and content.
    ///
    /// - Parameters:
    ///   - head: The status and the fields of a response.
    ///   - body: The content; none by default.
    public init(_ head: HTTPResponse, body: [UInt8] = []) {
      self.init(HTTP.ResponseHead(head), body: body)
    }
  }
#endif
