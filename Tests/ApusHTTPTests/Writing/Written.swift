import ApusHTTP

/// What one call of a writer left behind: the bytes it appended, or the error and the output as it
/// was before.
struct Written: Equatable {
  /// What stood in the output beforehand, to see that nothing touches it.
  static let before: [UInt8] = [0x23, 0x23]

  var output: [UInt8]
  var framing: HTTP.BodyFraming?
  var error: HTTP.WriteError?

  init(
    _ write: (inout [UInt8]) throws(HTTP.WriteError) -> HTTP.BodyWriter
  ) {
    output = Self.before
    do throws(HTTP.WriteError) {
      framing = try write(&output).framing
    } catch {
      self.error = error
    }
  }

  /// The text that was appended.
  var text: String { String(decoding: output.dropFirst(Self.before.count), as: UTF8.self) }
  /// Its lines, without the last two, which are empty.
  var lines: [String] {
    text.split(separator: "\r\n", omittingEmptySubsequences: false).dropLast(2).map { String($0) }
  }
  /// Whether nothing reached the output.
  var isUntouched: Bool { output == Self.before }
}

extension HTTP.Destination {
  /// A destination that is known to be valid.
  static func known(_ text: String) throws(HTTP.InvalidURL) -> HTTP.Destination {
    HTTP.Destination(try HTTP.URL(text))
  }
}
