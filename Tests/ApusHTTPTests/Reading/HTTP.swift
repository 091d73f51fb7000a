import ApusHTTP

/// Steps over bytes that a test holds, because a span cannot be handed into an expectation.
extension HTTP.ResponseReader {
  mutating func step(
    _ bytes: some Collection<UInt8>
  ) throws(HTTP.ParseError) -> (consumed: Int, event: HTTP.ResponseEvent) {
    let bytes = Array(bytes)
    return try read(bytes.span)
  }
}

extension HTTP.RequestReader {
  mutating func step(
    _ bytes: some Collection<UInt8>
  ) throws(HTTP.ParseError) -> (consumed: Int, event: HTTP.RequestEvent) {
    let bytes = Array(bytes)
    return try read(bytes.span)
  }
}
