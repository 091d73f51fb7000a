internal import ApusBytes

/// A document that is being encoded, or a part that is inserted into a document later.
final class DocumentWriting {
  /// The written JSON text, which is `nil` only during a write operation.
  ///
  /// The writer is moved out of the property and back. Swift checks each access to a class's stored
  /// property for exclusivity, which takes longer than writing a number.
  private var text: JSONWriter?
  /// The nesting depth of the value that is being written. The enclosing values wait until that
  /// value is complete.
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

  /// Writes to the JSON text with a closure.
  @inline(__always)
  func write<Result>(_ body: (inout JSONWriter) -> Result) -> Result {
    guard var text = self.text.take() else {
      // The statement is unreachable, because no writer accesses the text while another write is in
      // progress.
      var other = JSONWriter(coder.writing)
      return body(&other)
    }
    let result = body(&text)
    self.text = consume text
    return result
  }

  /// Ends the JSON text and returns its bytes.
  func finish() -> [UInt8] { text.take()?.finish() ?? [] }
}
