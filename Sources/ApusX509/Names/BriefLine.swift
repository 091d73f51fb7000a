internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// The largest number of characters of a name in a description.
  ///
  /// A longer name ends with an ellipsis.
  public static let shownCharacterLimit = ForeignText.nameLimit
  /// The largest number of UTF-8 bytes of an explanation.
  public static let explanationByteLimit = ForeignText.byteLimit

  /// Returns untrusted text in one line that is limited to the length of a description.
  static func brief(_ text: String) -> String {
    var line = BriefLine()
    for scalar in text.unicodeScalars {
      guard !line.isFull else { break }
      line.append(shown(String(scalar)))
    }
    return line.text
  }

  /// Returns the name of an OBJECT IDENTIFIER, or its numbers if it has no known name.
  static func brief(_ oid: OID) -> String { oid.name ?? brief("\(oid)") }
}

/// A line that is filled piece by piece, and ends with an ellipsis if not all pieces fit.
struct BriefLine {
  /// The part of the line after which an ellipsis still fits.
  private var start = ""
  /// The part that only fits if it is the last.
  private var end = ""
  private var count = 0
  /// A Boolean value that indicates whether a piece did not fit.
  private(set) var isFull = false

  var text: String { start + (isFull ? "…" : end) }

  /// Appends characters that must not be separated, such as an escape sequence.
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
