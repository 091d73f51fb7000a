internal import ApusASN1
internal import ApusBytes

extension X509 {
  /// The maximum number of characters of a name in a description.
  ///
  /// A name with more characters ends with an ellipsis.
  public static let shownCharacterLimit = ForeignText.nameLimit
  /// The maximum number of UTF-8 bytes of an explanation.
  public static let explanationByteLimit = ForeignText.byteLimit

  /// Returns an untrusted text in one line, shortened to the maximum length of a name in a
  /// description.
  static func brief(_ text: String) -> String {
    var line = BriefLine()
    for scalar in text.unicodeScalars {
      guard !line.isFull else { break }
      line.append(shown(String(scalar)))
    }
    return line.text
  }

  /// Returns the name of an object identifier, or the numbers of an object identifier without a
  /// known name.
  static func brief(_ oid: OID) -> String { oid.name ?? brief("\(oid)") }
}

/// A text line of limited length, which ends with an ellipsis if the appended text does not fit.
struct BriefLine {
  /// The start of the text line, which leaves room for an ellipsis.
  private var start = ""
  /// The end of the text line, which an ellipsis replaces if more text is appended.
  private var end = ""
  private var count = 0
  /// A Boolean value that indicates whether some appended text did not fit into the line.
  private(set) var isFull = false

  var text: String { start + (isFull ? "…" : end) }

  /// Appends a group of characters that must not be split, such as an escape sequence, to the text
  /// line.
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
