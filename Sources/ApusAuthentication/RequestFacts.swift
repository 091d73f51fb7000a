extension Authentication {
  /// The properties of a request that its answer depends on.
  public struct RequestFacts: Sendable, Equatable {
    /// The content of a request, as far as it is at hand.
    public enum Content: Sendable, Equatable {
      /// All of the content; empty for no content.
      case bytes([UInt8])
      /// The content can be read again, but not here: a file, or parts of several kinds.
      case replayable
      /// The content can be read once, and is spent after any part of it has been sent.
      case stream(isSpent: Bool)
    }

    /// The method of the request line.
    public var method: HTTP.Method
    /// The target of the request line as it is sent: in origin, absolute or authority form.
    public var target: String
    /// The content that is sent after the head.
    public var content: Content

    /// Creates the facts of a request, which has no content unless some is given.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - target: The target as it is sent.
    ///   - content: The content, or the reason that it cannot be hashed.
    public init(_ method: HTTP.Method, _ target: String, content: Content = .bytes([])) {
      self.method = method
      self.target = target
      self.content = content
    }

    /// The path of the resource: `/` where the target has none, as that of `CONNECT` and `*`.
    ///
    ///     origin-form   = absolute-path [ "?" query ]
    ///     absolute-form = absolute-URI
    ///
    /// RFC 9112 section 3.2.
    var path: [UInt8] {
      let bytes = Array(target.utf8.prefix { $0 != 0x3f })
      if bytes.first == 0x2f { return bytes }
      // After "scheme://" the next slash begins the path.
      guard let colon = bytes.firstIndex(of: 0x3a),
        bytes[colon...].starts(with: [0x3a, 0x2f, 0x2f])
      else { return [0x2f] }
      return bytes[(colon + 3)...].firstIndex(of: 0x2f).map { Array(bytes[$0...]) } ?? [0x2f]
    }
  }
}
