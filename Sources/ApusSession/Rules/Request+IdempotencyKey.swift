internal import ApusConnections
public import ApusHTTP

extension HTTP.Request {
  /// Returns the request with an `Idempotency-Key` field, so that a server recognizes repeated
  /// requests.
  ///
  ///     let order = HTTP.Request.post("orders", .json(new)).withIdempotencyKey()
  ///
  /// All attempts of a call send the same idempotency key. Therefore, a retry policy may send the
  /// request again even if its method is not idempotent. The default idempotency key is 128 random
  /// bits. The function does not replace an existing idempotency key. The server must support the
  /// `Idempotency-Key` field.
  ///
  /// - Parameter key: The value of the field, or `nil` for a random key.
  public func withIdempotencyKey(_ key: String? = nil) -> HTTP.Request {
    guard key != nil || !headers.contains(.idempotencyKey) else { return self }
    var text: [UInt8] = []
    for byte in (key ?? Self.randomKey).utf8 {
      if byte == 0x22 || byte == 0x5c { text.append(0x5c) }
      text.append(byte)
    }
    var request = self
    request.headers[.idempotencyKey] = HTTP.FieldValue(bytes: [0x22] + text + [0x22])
    return request
  }

  private static var randomKey: String {
    let digits = String(UInt128.random(in: 0...UInt128.max), radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }
}
