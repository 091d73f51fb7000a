internal import ApusBytes

extension HTTPSession {
  /// A setting that means nothing: which one, and what was expected there.
  public struct InvalidSetting: Error, Equatable, Sendable {
    /// The setting's name within the configuration, such as `egress.denied`.
    public let name: String
    /// What it was set to.
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
  public var description: String {
    "\(name) is to hold \(expected), unlike \(ForeignText.escaped(value.utf8, limit: 256))"
  }
}
