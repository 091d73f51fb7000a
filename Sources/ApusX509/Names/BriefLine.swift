extension X509 {
  /// How many characters of a name a description shows; a longer one ends in an ellipsis.
  public static let shownCharacterLimit = 128
  /// How many bytes of UTF-8 an explanation has.
  public static let explanationByteLimit = 64 << 10

  /// Text from outside in one line that is no longer than descriptions may be.
  static func brief(_ text: String) -> String {
    var line = BriefLine()
    for scalar in text.unicodeScalars {
      guard !line.isFull else { break }
      line.append(shown(String(scalar)))
    }
    return line.text
  }

  /// Text of many lines that is cut where it gets longer than explanations may be.
  static func explanation(_ text: String) -> String {
    let ending = "\n… and more, which is left out"
    guard text.utf8.count > explanationByteLimit else { return text }
    var end = text.utf8.index(
      text.utf8.startIndex, offsetBy: explanationByteLimit - ending.utf8.count)
    // An index between scalars, which a cut must not split.
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    return String(text[..<end]) + ending
  }
}

/// A line that takes what fits into it, piece by piece, and ends in an ellipsis if not all did.
struct BriefLine {
  /// The line up to a place where an ellipsis still fits.
  private var start = ""
  /// What fits where nothing follows it.
  private var end = ""
  private var count = 0
  /// Whether something did not fit.
  private(set) var isFull = false

  var text: String { start + (isFull ? "…" : end) }

  /// Takes characters that must not be torn apart, as those of an escape.
  mutating func append(_ piece: String) {
    guard !isFull else { return }
    count += piece.unicodeScalars.count
    if count < X509.shownCharacterLimit {
      start += piece
    } else if count == X509.shownCharacterLimit {
      end = piece
    } else {
      isFull = true
    }
  }
}
