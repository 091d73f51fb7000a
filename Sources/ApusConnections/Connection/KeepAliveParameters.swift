internal import ApusBytes

/// The parameters of a `Keep-Alive` field, which limit the idle time of a connection.
///
///     Keep-Alive      = #keepalive-param
///     keepalive-param = parameter
///
/// RFC 2068 section 19.7.1.1. Unknown parameters are ignored.
struct KeepAliveParameters {
  /// The time that the server keeps an idle connection open. The value is `nil` if the field does
  /// not specify a timeout.
  private(set) var timeout: Duration?

  init(_ value: Span<UInt8>) {
    var at = 0
    while at < value.count {
      let start = at
      while at < value.count, value[at] != 0x2c, value[at] != 0x3b { at += 1 }
      read(value.extracting(start..<at))
      at += 1
    }
  }

  private mutating func read(_ parameter: Span<UInt8>) {
    var at = 0
    func skipSpace() {
      while at < parameter.count, parameter[at] == 0x20 || parameter[at] == 0x09 { at += 1 }
    }
    skipSpace()
    for byte in "timeout".utf8 {
      guard at < parameter.count, parameter[at] | 0x20 == byte else { return }
      at += 1
    }
    skipSpace()
    guard at < parameter.count, parameter[at] == 0x3d else { return }
    at += 1
    skipSpace()
    var end = parameter.count
    while end > at, parameter[end - 1] == 0x20 || parameter[end - 1] == 0x09 { end -= 1 }
    guard let seconds = ASCII.decimal(parameter.extracting(at..<end)) else { return }
    timeout = .seconds(Int64(clamping: min(seconds, Self.longest)))
  }

  /// The maximum timeout in seconds. A longer timeout in a `Keep-Alive` field is reduced to this
  /// maximum.
  private static let longest: UInt64 = 86_400
}
