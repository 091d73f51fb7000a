internal import ApusBytes

/// A JSON document that is being encoded, or a separately encoded part of a JSON document.
final class DocumentWriting {
  /// The writer of the JSON text. The value is `nil` only during a write operation.
  ///
  /// Each write operation moves the writer out of the property and back. Direct access would be
  /// slower, because Swift checks the exclusivity of each access.
  private var text: JSONWriter?
  /// The nesting depth of the value that is currently encoded.
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

  /// Passes the writer of the JSON text to a closure.
  @inline(__always)
  func write<Result>(_ body: (inout JSONWriter) -> Result) -> Result {
    guard var text = self.text.take() else {
      // This statement is unreachable, because a write operation never starts another write
      // operation.
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
