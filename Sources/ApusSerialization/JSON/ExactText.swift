/// Text that is equal byte by byte.
///
/// String's own equality joins spellings that Unicode holds to be the same; JSON keeps them apart,
/// and hashing them alike would let a peer choose keys that all collide.
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
