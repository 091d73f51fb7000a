internal import ApusBytes
internal import ApusHTTP

extension Connections {
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

extension Connections.InvalidSetting {
  /// A limit that a call was given and that is too small.
  package static func limit(_ name: String, _ value: Int, atLeast least: Int) -> Self {
    Self(name, "\(value)", expected: "a number from \(least) on")
  }
}

extension Connections.InvalidSetting: CustomStringConvertible, CustomReflectable {
  /// What the setting is to hold, unlike what it holds; of a URL no user and no query's values.
  public var description: String {
    let shown = HTTP.Target.reference(value).redacted
    return "\(name) must be \(expected), and is \(ForeignText.escaped(shown.utf8, limit: 256))"
  }

  /// Nothing: the description contains all that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
