internal import ApusBytes

/// One document, or a part that is put into one later, while it is being written.
final class DocumentWriting {
  var text: JSONWriter
  let coder: JSONCoder
  let changesKeys: Bool
  let conversions: [JSONConversion]

  init(_ coder: JSONCoder) {
    self.coder = coder
    text = JSONWriter(coder.writing)
    conversions = coder.conversions
    changesKeys = if case .unchanged = coder.keys { false } else { true }
  }
}
