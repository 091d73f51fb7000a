extension HTTP.Body {
  /// Returns the body compressed with gzip; the request then has that `Content-Encoding`.
  ///
  /// Bytes in memory are compressed at once, so that the length is known. Any other body is
  /// compressed piece by piece while it is sent, in chunks. An empty body, or one that has a coding
  /// already, is not changed.
  ///
  /// - Parameter level: The effort: faster or smaller.
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

  /// The body with its content written, which is compressed if it was to be.
  package func written(as content: HTTP.Body) throws(HTTP.InvalidCoding) -> HTTP.Body {
    let type = mediaType ?? content.mediaType
    var body = replaced(by: content)
    body.mediaType = type
    body.coding = content.coding
    guard let compression else { return body }
    return try body.gzipped(compression)
  }

  /// The same content from somewhere else, such as a file that it was written to.
  package func replaced(by content: HTTP.Body) -> HTTP.Body {
    var body = content
    body.mediaType = mediaType
    body.trailers = trailers
    body.throttle = throttle
    body.coding = coding
    return body
  }
}
