internal import ApusBytes
internal import ApusHTTP

extension Connections {
  /// The error of an invalid setting, with the setting's name, its value and the valid values.
  public struct InvalidSetting: Error, Equatable, Sendable {
    /// The setting's name within the session's configuration, such as `egress.denied`.
    public let name: String
    /// The text of the setting's invalid value.
    ///
    /// The value of an invalid proxy contains only the scheme and the host, which are not secret.
    public let value: String
    /// A description of the setting's valid values.
    public let expected: String

    package init(_ name: String, _ value: String, expected: String) {
      self.name = name
      self.value = value
      self.expected = expected
    }
  }
}

extension Connections.InvalidSetting {
  /// Creates the error of a limit that is too small.
  package static func limit(_ name: String, _ value: Int, atLeast least: Int) -> Self {
    Self(name, "\(value)", expected: "a number of at least \(least)")
  }
}

extension Connections.InvalidSetting: CustomStringConvertible, CustomReflectable {
  /// A sentence with the expected and the actual value of the setting.
  ///
  /// The sentence contains a URL without its user and its query values.
  public var description: String {
    let shown = HTTP.Target.reference(value).redacted
    return "the setting \(name) must be \(expected), but is "
      + "\(ForeignText.escaped(shown.utf8, limit: 256))"
  }

  /// A mirror without children, because `dump` must show nothing beyond the description.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
