extension Caching {
  /// A request before it is sent, with the properties of its user that matter to a cache.
  public struct Request: Sendable, Equatable {
    /// The method.
    public var method: HTTP.Method
    /// The URL; the fragment is ignored.
    public var url: HTTP.URL
    /// The fields that will be sent, except for the framing of the content.
    public var fields: HTTP.Fields
    /// A Boolean value that indicates whether content is sent after the head.
    public var hasContent = false
    /// The trust policy for the server, as bytes that differ if the trust differs.
    public var trust: [UInt8] = []
    /// The credentials beyond the fields, such as a client's identity.
    ///
    /// Fields with credentials, and all sensitive fields, are taken from the fields automatically.
    public var credentials: [UInt8] = []
    /// The identities of credentials whose field values differ from request to request, such as
    /// the user of Digest, by field name.
    ///
    /// An identity takes the place of the value in the key, and where `Vary` names the field.
    public var identities: [HTTP.FieldName: [UInt8]] = [:]
    /// A Boolean value that indicates whether the user of the request is not known.
    ///
    /// If true, the cache neither stores the response nor gives a stored one. The default is false.
    public var isUnidentified = false
    /// A Boolean value that indicates whether a check of the server is disabled.
    ///
    /// Then no response is stored, and no stored response is used.
    public var liftsChecks = false

    /// A request of a method for a URL with the fields that it will be sent with.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - url: The URL of the request.
    ///   - fields: The header fields, including those of credentials.
    public init(_ method: HTTP.Method, _ url: HTTP.URL, fields: HTTP.Fields = [:]) {
      self.method = method
      self.url = url
      self.fields = fields
    }

    /// A Boolean value that indicates whether the request is excluded from the cache.
    var isBarred: Bool { liftsChecks || isUnidentified }

    /// A Boolean value that indicates whether the caller requests a part or sets a condition.
    var isConditional: Bool { fields.containsAny(of: Self.conditions) }

    private static let conditions: HTTP.FieldNames = [
      .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange, .range,
    ]
  }
}
