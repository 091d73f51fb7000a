extension Authentication {
  /// The properties of a request that are necessary to answer an authentication challenge.
  public struct RequestFacts: Sendable, Equatable {
    /// The content of a request, as it is available for hashing.
    public enum Content: Sendable, Equatable {
      /// The complete content of the request is in memory, and is empty for a request without
      /// content.
      case bytes([UInt8])
      /// The content, such as a file or a multipart body, is not in memory but can be read again.
      case replayable
      /// The content can be read only once. The content is spent after any part of the content was
      /// sent.
      case stream(isSpent: Bool)
    }

    /// The HTTP method of the request.
    public var method: HTTP.Method
    /// The request target in its sent form, which is the origin form, the absolute form or the
    /// authority form.
    public var target: String
    /// The content that follows the head of the request.
    public var content: Content

    /// Creates the properties of a request, which has no content by default.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - target: The request target in its sent form.
    ///   - content: The content of the request, or the reason that the content cannot be hashed.
    public init(_ method: HTTP.Method, _ target: String, content: Content = .bytes([])) {
      self.method = method
      self.target = target
      self.content = content
    }

    /// The path of the requested resource. The path is `/` if the request target has no path, as
    /// for `CONNECT` and `*`.
    ///
    ///     origin-form   = absolute-path [ "?" query ]
    ///     absolute-form = absolute-URI
    ///
    /// RFC 9112 section 3.2.
    var path: [UInt8] {
      let bytes = Array(target.utf8.prefix { $0 != 0x3f })
      if bytes.first == 0x2f { return bytes }
      // In the absolute form, the path begins at the first slash after `scheme://`.
      guard let colon = bytes.firstIndex(of: 0x3a),
        bytes[colon...].starts(with: [0x3a, 0x2f, 0x2f])
      else { return [0x2f] }
      return bytes[(colon + 3)...].firstIndex(of: 0x2f).map { Array(bytes[$0...]) } ?? [0x2f]
    }
  }
}
