extension Caching {
  /// A request as it is about to be sent, and for whom: what a cache must know of it.
  public struct Request: Sendable, Equatable {
    /// The method.
    public var method: HTTP.Method
    /// What is asked for; the fragment is never looked at.
    public var url: HTTP.URL
    /// The fields as they will be sent, all but those that frame the content.
    public var fields: HTTP.Fields
    /// Whether something is sent behind the head.
    public var hasContent = false
    /// The policy by which the server is trusted, as bytes that differ where the trust does.
    public var trust: [UInt8] = []
    /// The credentials that it goes out with beyond its fields, such as a client's identity.
    ///
    /// Fields of credentials, and all that are marked as sensitive, are taken from the fields by
    /// themselves.
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
    /// Whether a check of the server is lifted: then nothing is stored and nothing given again.
    public var liftsChecks = false

    /// A request of a method for a URL with the fields that it will be sent with.
    public init(_ method: HTTP.Method, _ url: HTTP.URL, fields: HTTP.Fields = [:]) {
      self.method = method
      self.url = url
      self.fields = fields
    }

    /// A Boolean value that indicates whether the request is excluded from the cache.
    var isBarred: Bool { liftsChecks || isUnidentified }

    /// Whether the caller asks for a part, or states a condition that is its own to judge.
    var isConditional: Bool { Self.conditions.contains { fields.contains($0) } }

    private static let conditions: [HTTP.FieldName] = [
      .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange, .range,
    ]
  }
}
