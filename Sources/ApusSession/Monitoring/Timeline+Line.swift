internal import ApusConnections
internal import ApusHTTP

extension HTTPSession.Timeline {
  /// Returns a description of the call on one line, without header fields, content and query
  /// values.
  ///
  ///     GET https://api.example.com/users?page=…: 200 in 6.7 ms, 24 bytes, 1 attempt
  ///     GET https://api.example.com/a: 200, then connection-lost in 2.1 s, 1024 bytes, 2 attempts
  func line(endedBy error: HTTPSessionError?) -> String {
    let outcomes = [status.map { "\($0.code)" }, error.flatMap(outcome)].compactMap(\.self)
    let count =
      isStored ? "from the cache" : attempts.count == 1 ? "1 attempt" : "\(attempts.count) attempts"
    return "\(request.method.name) \(request.target.redacted): "
      + (outcomes.isEmpty ? "no response" : outcomes.joined(separator: ", then "))
      + " in \(Self.text(of: duration)), \(receivedByteCount) bytes, \(count)"
  }

  /// Returns the name of a failure's error code, or `nil` if the failure is the status code itself.
  private func outcome(_ error: HTTPSessionError) -> String? {
    if let code = error.status, code == status?.code { return nil }
    return error.code.name
  }

  /// Returns a duration as text in milliseconds, or in seconds from one second on, with one
  /// decimal.
  static func text(of duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let tenths = attoseconds / 100_000_000_000_000
    guard seconds == 0 else { return "\(seconds).\(tenths / 1_000) s" }
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
