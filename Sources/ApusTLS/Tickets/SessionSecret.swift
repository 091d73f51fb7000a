internal import ApusBytes

/// A session's secret: what copies of the session share, and is wiped with the last of them.
final class SessionSecret: Sendable {
  private let bytes: SecretBytes

  init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

  /// How many bytes it has.
  var count: Int { bytes.count }

  /// Lends the bytes for the length of a call.
  func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes(body)
  }

  /// A second owner of the same bytes, in memory of its own.
  func copy() -> SecretBytes { bytes.copy() }
}
