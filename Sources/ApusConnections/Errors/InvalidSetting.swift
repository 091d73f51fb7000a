internal import ApusBytes
internal import ApusHTTP

extension Connections {
  /// An invalid setting, with its name, its value and the expected values.
  public struct InvalidSetting: Error, Equatable, Sendable {
    /// The setting's name within the configuration, such as `egress.denied`.
    public let name: String
    /// The value of the setting; only the scheme and the host of a proxy, which are not secret.
    public let value: String
    /// A description of valid values.
    public let expected: String

    package init(_ name: String, _ value: String, expected: String) {
      self.name = name
      self.value = value
      self.expected = expected
    }
  }
}

extension Connections.InvalidSetting {
  /// Creates the error of a call's limit that is too small.
  package static func limit(_ name: String, _ value: Int, atLeast least: Int) -> Self {
    Self(name, "\(value)", expected: "a number of at least \(least)")
  }
}

extension Connections.InvalidSetting: CustomStringConvertible, CustomReflectable {
  /// The expected and the actual value; a URL is shown without its user and its query values.
  public var description: String {
    let shown = HTTP.Target.reference(value).redacted
    return "the setting \(name) must be \(expected), but is "
      + "\(ForeignText.escaped(shown.utf8, limit: 256))"
  }

  /// A mirror without children, so that `dump` shows nothing beyond the description.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
