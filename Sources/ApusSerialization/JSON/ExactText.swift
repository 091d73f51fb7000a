/// Text that is equal byte by byte.
///
/// String's own equality joins spellings that Unicode holds to be the same; JSON keeps them apart,
/// and hashing them alike would let a peer choose keys that all collide.
struct ExactText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    guard left.text.utf8.count == right.text.utf8.count else { return false }
    let leftSpan = left.text.utf8.span
    let rightSpan = right.text.utf8.span
    for index in leftSpan.indices where leftSpan[index] != rightSpan[index] { return false }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var word: UInt64 = 0
    let bytes = text.utf8.span
    for index in bytes.indices {
      word = word << 8 | UInt64(bytes[index])
      if index & 7 == 7 { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(bytes.count)
  }
}
