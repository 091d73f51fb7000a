extension Caching {
  /// A request before it is sent, with the properties of its user that affect caching.
  public struct Request: Sendable, Equatable {
    /// The HTTP method of the request.
    public var method: HTTP.Method
    /// The URL of the request. The cache ignores the fragment of the URL.
    public var url: HTTP.URL
    /// The header fields that will be sent, except `Content-Length` and `Transfer-Encoding`.
    public var fields: HTTP.Fields
    /// A Boolean value that indicates whether the request has content after its head.
    public var hasContent = false
    /// The trust policy for the server, as bytes that differ if the trust policies differ.
    public var trust: [UInt8] = []
    /// The credentials outside the header fields, such as a client certificate.
    ///
    /// The cache reads the credentials inside header fields by itself, including all header fields
    /// that are marked as sensitive.
    public var credentials: [UInt8] = []
    /// The stable identities of credentials whose field values differ from request to request, by
    /// field name. An example is the user name of Digest authentication.
    ///
    /// The identity of a credential replaces the field value in the cache key and in the comparison
    /// of the fields that `Vary` names.
    public var identities: [HTTP.FieldName: [UInt8]] = [:]
    /// A Boolean value that indicates whether the user of the request is unknown.
    ///
    /// If the value is `true`, the cache neither stores the response nor serves a stored response.
    /// The default is false.
    public var isUnidentified = false
    /// A Boolean value that indicates whether a security check of the server is disabled.
    ///
    /// If the value is `true`, the cache neither stores the response nor serves a stored response.
    public var liftsChecks = false

    /// Creates a request from a method, a URL and the header fields that will be sent.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - url: The URL of the request.
    ///   - fields: The header fields, including the fields with credentials.
    public init(_ method: HTTP.Method, _ url: HTTP.URL, fields: HTTP.Fields = [:]) {
      self.method = method
      self.url = url
      self.fields = fields
    }

    /// A Boolean value that indicates whether the request is excluded from the cache.
    var isBarred: Bool { liftsChecks || isUnidentified }

    /// A Boolean value that indicates whether the caller's request has a range or a condition, such
    /// as `If-None-Match`.
    var isConditional: Bool { fields.containsAny(of: Self.conditions) }

    private static let conditions: HTTP.FieldNames = [
      .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange, .range,
    ]
  }
}
