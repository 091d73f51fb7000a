extension Authentication {
  /// What a server demands before it answers: one scheme with its parameters.
  ///
  /// RFC 9110 section 11.3.
  public struct Challenge: Hashable, Sendable {
    /// The scheme to answer in.
    public let scheme: Scheme
    /// What stands behind the scheme in place of parameters.
    public internal(set) var token: String?
    /// The parameters in their order, each name once, in lower case.
    public internal(set) var parameters: [HTTP.Parameter] = []

    /// A challenge of a scheme, without parameters.
    init(_ scheme: Scheme) { self.scheme = scheme }

    /// The value of a parameter, whose name is given in lower case.
    public subscript(name: String) -> HTTP.Parameter? {
      parameters.first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// What the server calls the part of it that is protected so; nil where it does not say.
    ///
    /// RFC 9110 section 11.5.
    public var realm: String? { self["realm"]?.value }
  }
}
