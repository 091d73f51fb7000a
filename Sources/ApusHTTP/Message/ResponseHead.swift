extension HTTP {
  /// The head of a response: the status line and the header fields.
  ///
  /// RFC 9112 section 4.
  public struct ResponseHead: Sendable, Hashable {
    /// The HTTP version in the status line.
    public var version: Version
    /// The status of the response.
    public var status: Status {
      didSet {
        let reason = words.bytes(for: oldValue)
        words = Words(reason.span, for: status)
      }
    }
    /// The reason phrase of the status line, such as `Not Found`.
    public var reason: String {
      get { String(decoding: reasonBytes, as: UTF8.self) }
      set { reasonBytes = ArraySlice(newValue.utf8) }
    }
    /// The header fields of the response.
    package var fields: Fields

    /// The header fields of the response.
    public var headers: Fields {
      get { fields }
      set { fields = newValue }
      _modify { yield &fields }
    }

    /// The reason phrase of the status line as bytes.
    public internal(set) var reasonBytes: ArraySlice<UInt8> {
      get { words.bytes(for: status) }
      set { words = Words(newValue.span, for: status) }
    }
    private var words: Words
    /// The information that the session attached to the response, such as the connection.
    package var carrier = Carrier()

    /// Creates a response head from a status, reason phrase, version and header fields.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - reason: The reason phrase after the status; `nil` for the customary phrase.
    ///   - version: The version of HTTP; 1.1 by default.
    ///   - headers: The header fields in order.
    public init(
      _ status: Status, reason: String? = nil, version: Version = .http11, headers: Fields = [:]
    ) {
      self.init(status, reason: reason, version: version, fields: headers)
    }

    /// Creates a response head from a status, reason phrase, version and header fields. If the
    /// reason phrase is `nil`, the response head has the standard phrase of its status.
    package init(
      _ status: Status, reason: String? = nil, version: Version = .http11, fields: Fields
    ) {
      self.version = version
      self.status = status
      self.fields = fields
      let reason = reason.map { Array($0.utf8) }
      words = reason.map { Words($0.span, for: status) } ?? .customary
    }

    init(version: Version, status: Status, reason: Span<UInt8>, fields: Fields) {
      self.version = version
      self.status = status
      self.fields = fields
      words = Words(reason, for: status)
    }
  }
}

extension HTTP.ResponseHead {
  /// The reason phrase of a status line. The phrase is stored only if it differs from the standard
  /// phrase of the status.
  private enum Words: Sendable, Hashable {
    case customary
    case other([UInt8])

    init(_ bytes: Span<UInt8>, for status: HTTP.Status) {
      let phrase = status.reasonPhrase.utf8.span
      self = ByteScan.areEqual(bytes, phrase) ? .customary : .other(bytes.copy())
    }

    func bytes(for status: HTTP.Status) -> ArraySlice<UInt8> {
      switch self {
      case .customary: ArraySlice(status.reasonPhrase.utf8)
      case .other(let bytes): bytes[...]
      }
    }
  }
}

extension HTTP.ResponseHead: CustomStringConvertible {
  public var description: String {
    "HTTP/\(version) \(status) \(ForeignText.escaped(reasonBytes))\n\(fields)"
  }
}
