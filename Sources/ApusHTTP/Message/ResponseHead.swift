extension HTTP {
  /// What a response says before its body.
  ///
  /// RFC 9112 section 4.
  public struct ResponseHead: Sendable, Hashable {
    /// The version, as the server stated it.
    public var version: Version
    /// The status.
    public var status: Status
    /// The words after the status, which mean nothing to a program.
    public var reason: String {
      get { String(decoding: reasonBytes, as: UTF8.self) }
      set { reasonBytes = ArraySlice(newValue.utf8) }
    }
    /// The fields.
    public var fields: Fields

    /// The reason as bytes, which share the fields' buffer when they were received.
    public internal(set) var reasonBytes: ArraySlice<UInt8>
    /// What the response came over.
    package var carrier = Carrier()

    /// Creates a response head; without a reason it takes the status's customary one.
    public init(
      _ status: Status, reason: String? = nil, version: Version = .http11, fields: Fields = [:]
    ) {
      self.version = version
      self.status = status
      self.fields = fields
      reasonBytes = ArraySlice((reason ?? status.reasonPhrase).utf8)
    }

    init(version: Version, status: Status, reason: ArraySlice<UInt8>, fields: Fields) {
      self.version = version
      self.status = status
      self.fields = fields
      reasonBytes = reason
    }
  }
}

extension HTTP.ResponseHead: CustomStringConvertible {
  public var description: String {
    "HTTP/\(version) \(status) \(ForeignText.escaped(reasonBytes))\n\(fields)"
  }
}
