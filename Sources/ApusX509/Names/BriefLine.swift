internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// How many characters of a name a description shows; a longer one ends in an ellipsis.
  public static let shownCharacterLimit = ForeignText.nameLimit
  /// How many bytes of UTF-8 an explanation has.
  public static let explanationByteLimit = ForeignText.byteLimit

  /// Text from outside in one line that is no longer than descriptions may be.
  static func brief(_ text: String) -> String {
    var line = BriefLine()
    for scalar in text.unicodeScalars {
      guard !line.isFull else { break }
      line.append(shown(String(scalar)))
    }
    return line.text
  }

  /// The name of an OBJECT IDENTIFIER if it has one that is known, or else its numbers.
  static func brief(_ oid: OID) -> String { oid.name ?? brief("\(oid)") }
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
