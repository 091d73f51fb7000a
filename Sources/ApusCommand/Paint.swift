/// Escape sequences around words, where there is to be colour.
struct Paint {
  let isColoured: Bool

  func strong(_ text: String) -> String { wrapped(text, "1") }
  func label(_ text: String) -> String { wrapped(text, "36") }
  func good(_ text: String) -> String { wrapped(text, "32") }
  func alarm(_ text: String) -> String { wrapped(text, "31") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
