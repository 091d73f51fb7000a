internal import ApusBytes
internal import ApusHTTP

extension HTTPSession {
  /// A setting that means nothing: which one, and what was expected there.
  public struct InvalidSetting: Error, Equatable, Sendable {
    /// The setting's name within the configuration, such as `egress.denied`.
    public let name: String
    /// The value of the setting; of a proxy only the scheme and the host, which are not secret.
    public let value: String
    /// What would mean something.
    public let expected: String

    package init(_ name: String, _ value: String, expected: String) {
      self.name = name
      self.value = value
      self.expected = expected
    }
  }
}

extension HTTPSession.InvalidSetting: CustomStringConvertible {
  /// What the setting is to hold, unlike what it holds; of a URL no user and no query's values.
  public var description: String {
    let shown = HTTP.Target.reference(value).redacted
    return "\(name) is to hold \(expected), unlike \(ForeignText.escaped(shown.utf8, limit: 256))"
  }
}
