import ApusHTTP

/// The result of one call of a writer: the appended bytes, or the error with the unchanged output.
struct Written: Equatable {
  /// The output before the call, to check that it is not changed.
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
  /// A Boolean value that indicates whether the output is unchanged.
  var isUntouched: Bool { output == Self.before }
}

extension HTTP.Destination {
  /// A destination that is known to be valid.
  static func known(_ text: String) throws(HTTP.InvalidURL) -> HTTP.Destination {
    HTTP.Destination(try HTTP.URL(text))
  }
}
