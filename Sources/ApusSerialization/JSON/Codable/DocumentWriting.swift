internal import ApusBytes

/// One document, or a part that is put into one later, while it is being written.
final class DocumentWriting {
  /// The text so far; nil only while something is written to it.
  ///
  /// It is taken out and put back, as what stays in a class is checked for other uses of it each
  /// time, which takes longer than to write a number.
  private var text: JSONWriter?
  /// How deep the value lies that is being written now; those around it have to wait.
  var activeDepth = 0
  let coder: JSONCoder
  let depthLimit: Int
  let changesKeys: Bool
  let conversions: [JSONConversion]

  init(_ coder: JSONCoder) {
    self.coder = coder
    text = JSONWriter(coder.writing)
    depthLimit = coder.writing.depthLimit
    conversions = coder.conversions
    changesKeys = if case .unchanged = coder.keys { false } else { true }
  }

  /// Writes to the text.
  @inline(__always)
  func write<Result>(_ body: (inout JSONWriter) -> Result) -> Result {
    guard var text = self.text.take() else {
      // Never: nothing that writes asks for the text a second time.
      var other = JSONWriter(coder.writing)
      return body(&other)
    }
    let result = body(&text)
    self.text = consume text
    return result
  }

  /// The text, of which this is the end.
  func finish() -> [UInt8] { text.take()?.finish() ?? [] }
}
