extension HTTP.Body {
  /// Returns the body compressed with gzip. A request with the returned body has the header field
  /// `Content-Encoding: gzip`.
  ///
  /// A request body in memory is compressed at once, so the length of the compressed body is known.
  /// The session compresses any other request body in portions and sends it in chunks. The function
  /// returns an empty body, or a body with a content coding, unchanged.
  ///
  /// - Parameter level: The compression level, which favors speed or size.
  public func gzipped(
    _ level: HTTP.GzipEncoder.Level = .balanced
  ) throws(HTTP.InvalidCoding) -> HTTP.Body {
    guard coding == nil, !isEmpty else { return self }
    var body = self
    if let pieces = heldPieces {
      var compressed: [UInt8] = []
      var encoder = try HTTP.GzipEncoder(level: level)
      for piece in pieces { try encoder.encode(piece.span, into: &compressed) }
      try encoder.finish(into: &compressed)
      body = HTTP.Body(.bytes(compressed), .known(compressed.count), replay)
      body.mediaType = mediaType
      body.trailers = trailers
      body.throttle = throttle
    } else {
      body.compression = level
      body.length = .unknown
    }
    body.coding = .gzip
    return body
  }

  /// Returns a request body with the content that the session has written. The content is
  /// compressed with gzip if this body has a compression level.
  package func written(as content: HTTP.Body) throws(HTTP.InvalidCoding) -> HTTP.Body {
    let type = mediaType ?? content.mediaType
    var body = replaced(by: content)
    body.mediaType = type
    body.coding = content.coding
    guard let compression else { return body }
    return try body.gzipped(compression)
  }

  /// Returns a request body with the properties of this body and the content of another body, such
  /// as a temporary file.
  package func replaced(by content: HTTP.Body) -> HTTP.Body {
    var body = content
    body.mediaType = mediaType
    body.trailers = trailers
    body.throttle = throttle
    body.coding = coding
    return body
  }
}
