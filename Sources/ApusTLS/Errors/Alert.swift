import ApusBytes

/// A TLS alert message of a peer that reports an error or the end of the connection.
///
///     enum { warning(1), fatal(2), (255) } AlertLevel;
///
///     struct {
///         AlertLevel level;
///         AlertDescription description;
///     } Alert;
///
/// RFC 8446 section 6. The alert stores the received level and description as numbers, because
/// unknown numbers are allowed.
struct Alert: Equatable, Sendable {
  static let warning: UInt8 = 1
  static let fatal: UInt8 = 2

  var level: UInt8
  var description: UInt8

  /// Creates an alert with the usual level of its description.
  ///
  /// The level is *warning* for `close_notify`, `user_canceled` and `no_renegotiation`, and *fatal*
  /// for every other alert.
  ///
  /// RFC 8446 section 6.1, and for `no_renegotiation` RFC 5246 section 7.2.2.
  init(_ description: TLS.AlertDescription) {
    switch description {
    case .closeNotify, .userCanceled, .noRenegotiation: level = Self.warning
    default: level = Self.fatal
    }
    self.description = description.rawValue
  }

  init(from reader: inout ByteReader) throws(DecodeError) {
    level = try reader.readUInt8()
    description = try reader.readUInt8()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(level)
    writer.write(description)
  }
}
