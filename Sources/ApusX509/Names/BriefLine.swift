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

/// A line that is filled piece by piece, and ends with an ellipsis if a piece does not fit.
struct BriefLine {
  /// The part of the line that leaves room for an ellipsis.
  private var start = ""
  /// The part of the line that only fits if no further piece follows.
  private var end = ""
  private var count = 0
  /// A Boolean value that indicates whether a piece did not fit into the line.
  private(set) var isFull = false

  var text: String { start + (isFull ? "…" : end) }

  /// Appends characters that must not be separated, such as an escape sequence, to the line.
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
