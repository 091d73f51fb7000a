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
    /// The identities that stand for fields whose values differ from request to request though the
    /// credential is the same, such as an answer by Digest.
    ///
    /// An identity takes the place of the value in the key, and where `Vary` names the field.
    public var identities: [HTTP.FieldName: [UInt8]] = [:]
    /// A Boolean value that indicates whether the credentials cannot be told from another user's.
    ///
    /// If true, nothing is stored and nothing given. The default is false.
    public var isUnidentified = false
    /// Whether a check of the server is lifted: then nothing is stored and nothing given again.
    public var liftsChecks = false

    /// A request of a method for a URL with the fields that it will be sent with.
    public init(_ method: HTTP.Method, _ url: HTTP.URL, fields: HTTP.Fields = [:]) {
      self.method = method
      self.url = url
      self.fields = fields
    }

    /// Whether a cache may neither store the answer nor give a stored one.
    var isBarred: Bool { liftsChecks || isUnidentified }

    /// Whether the caller asks for a part, or states a condition that is its own to judge.
    var isConditional: Bool { Self.conditions.contains { fields.contains($0) } }

    private static let conditions: [HTTP.FieldName] = [
      .ifNoneMatch, .ifModifiedSince, .ifMatch, .ifUnmodifiedSince, .ifRange, .range,
    ]
  }
}
