extension HTTP {
  /// What a response says before its body.
  ///
  /// RFC 9112 section 4.
  public struct ResponseHead: Sendable, Hashable {
    /// The version, as the server stated it.
    public var version: Version
    /// The status.
    public var status: Status {
      didSet { reasonBytes = ArraySlice(otherReason ?? Array(oldValue.reasonPhrase.utf8)) }
    }
    /// The words after the status, which mean nothing to a program.
    public var reason: String {
      get { String(decoding: reasonBytes, as: UTF8.self) }
      set { reasonBytes = ArraySlice(newValue.utf8) }
    }
    /// The fields.
    public var fields: Fields

    /// The reason as bytes.
    public internal(set) var reasonBytes: ArraySlice<UInt8> {
      get { otherReason.map { $0[...] } ?? ArraySlice(status.reasonPhrase.utf8) }
      set { otherReason = status.isReason(newValue.span) ? nil : Array(newValue) }
    }
    /// The reason where it is not the status's customary one.
    private var otherReason: [UInt8]?
    /// What the response came over.
    package var carrier = Carrier()

    /// Creates a response head; without a reason it takes the status's customary one.
    public init(
      _ status: Status, reason: String? = nil, version: Version = .http11, fields: Fields = [:]
    ) {
      self.version = version
      self.status = status
      self.fields = fields
      if let reason { self.reason = reason }
    }

    @inline(__always)
    init(version: Version, status: Status, reason: Span<UInt8>, fields: Fields) {
      let otherReason = status.isReason(reason) ? nil : reason.copy()
      self.version = version
      self.status = status
      self.fields = fields
      self.otherReason = otherReason
    }
  }
}

extension HTTP.Status {
  /// Whether a reason is the customary one.
  fileprivate func isReason(_ reason: Span<UInt8>) -> Bool {
    let phrase = reasonPhrase.utf8.span
    return ByteScan.areEqual(reason, phrase)
  }
}

extension HTTP.ResponseHead: CustomStringConvertible {
  public var description: String {
    "HTTP/\(version) \(status) \(ForeignText.escaped(reasonBytes))\n\(fields)"
  }
}
