/// A string that is compared and hashed byte by byte.
///
/// Swift strings are equal if they are canonically equivalent in Unicode, but JSON distinguishes
/// equivalent strings. With hashes of Swift strings, a server could send many equivalent names
/// whose hashes collide.
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.span.isEqual(to: right.text.utf8.span)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(NameIndex.hash(text.utf8.span))
  }
}
