internal import ApusBytes

/// One document, or a part that is put into one later, while it is being written.
final class DocumentWriting {
  /// The text so far; nil only during a write.
  ///
  /// It is moved out and back, because each access to a stored property of a class is checked for
  /// exclusivity, which takes longer than writing a number.
  private var text: JSONWriter?
  /// The depth of the value that is being written; the values around it wait.
  var activeDepth = 0
  let coder: JSONCoder
  let depthLimit: Int
  let changesKeys: Bool
  let conversions: [JSON.Conversion]

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
      // Unreachable: no writer accesses the text a second time.
      var other = JSONWriter(coder.writing)
      return body(&other)
    }
    let result = body(&text)
    self.text = consume text
    return result
  }

  /// Ends the text and returns it.
  func finish() -> [UInt8] { text.take()?.finish() ?? [] }
}
