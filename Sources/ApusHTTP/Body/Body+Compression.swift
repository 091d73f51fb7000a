extension HTTP.Body {
  /// The body compressed with gzip; the request then says so by `Content-Encoding`.
  ///
  /// Bytes are compressed at once, so that their length is known. Any other body is compressed
  /// piece by piece while it is sent, in chunks. What is empty or has a coding already is left.
  public func gzipped(
    _ level: HTTP.GzipEncoder.Level = .balanced
  ) throws(HTTP.InvalidCoding) -> HTTP.Body {
    guard coding == nil, !isEmpty else { return self }
    var body = self
    if case .bytes(let bytes) = content {
      let compressed = try HTTP.GzipEncoder.encode(bytes.span, level: level)
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
