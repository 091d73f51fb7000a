internal import ApusBytes
internal import ApusHTTP

/// The secrets that the redaction rules have found, and that are replaced in the whole cassette.
///
/// The cost of adding a secret does not depend on the number of known secrets. The matcher computes
/// the encoded forms of all secrets, such as base64, when it replaces the secrets.
struct FoundSecrets: Sendable {
  /// The secrets that are replaced wherever their bytes occur.
  private(set) var anywhere: Set<[UInt8]> = []
  /// The secrets that are replaced only if no letter or digit precedes or follows the bytes of the
  /// secret.
  private(set) var alone: Set<[UInt8]> = []

  var isEmpty: Bool { anywhere.isEmpty && alone.isEmpty }

  /// The minimum number of bytes of a secret that is replaced inside longer words.
  static let leastByteCount = 8
  /// The minimum number of bytes of a secret that is replaced only as a separate word.
  static let leastWordByteCount = 4

  /// The kind of name that marks a value as a secret.
  enum SecretKind {
    /// A name that always denotes a secret.
    case secret
    /// The name of a cookie, whose value may be a preference such as `dark` instead of a secret.
    case cookie
    /// The name of a name-value pair that may have another meaning, such as `key`.
    case pair
  }

  /// Inserts a secret, unless the secret is so short or common that other values are likely to
  /// equal it.
  mutating func insert(_ secret: [UInt8], with meaning: SecretKind = .secret) {
    let plain = (try? HTTP.PercentEncoding.form.decode(secret.span)) ?? secret
    guard !Self.isCommon(plain) else { return }
    let count = min(secret.count, plain.count)
    let isNumber = plain.allSatisfy { ByteSet.digits.contains($0) }
    if count >= Self.leastByteCount {
      if meaning == .pair, Self.isWord(plain) { return }
      if isNumber { alone.insert(secret) } else { anywhere.insert(secret) }
    } else if count >= Self.leastWordByteCount, meaning == .secret, !isNumber, !Self.isWord(plain) {
      alone.insert(secret)
    }
  }

  /// Inserts all secrets that were found in another exchange.
  mutating func formUnion(_ other: FoundSecrets) {
    anywhere.formUnion(other.anywhere)
    alone.formUnion(other.alone)
  }

  /// Returns whether bytes can be a word of a natural language or an identifier.
  private static func isWord(_ bytes: [UInt8]) -> Bool {
    let letters = ByteSet.letters.union(ByteSet("-_."))
    return bytes.allSatisfy { letters.contains($0) }
  }

  private static func isCommon(_ bytes: [UInt8]) -> Bool {
    let mark = HTTPSession.Cassette.Redaction.mark
    return commonWords.contains(SecretNames.canonical(bytes))
      || mark[...].firstPlace(of: bytes[...]) != nil
  }

  /// Common values of settings, and common names of secrets, which are never replaced as secrets.
  private static let commonWords: Set<[UInt8]> = Set(
    """
    accept accepted accesstoken active admin allow allowed analytics android anonymous apikey
    application applicationjson authorization auto basic bearer chrome code collapsed compact
    completed consent cookie cookies customer dark darkmode default deny denied desktop development
    disabled dismissed email enabled english error essential expanded failed false firefox
    functional gdpr granted guest hidden home html http https image inactive iphone json landscape
    light lightmode list localhost marketing member mobile name necessary none null number okay
    open optional passwd password portrait preferences production public refreshtoken rejected
    required safari secret session settings signature staging standard statistics string subscribed
    success system tablet test text texthtml textplain theme token true type undefined unknown
    unlimited unsubscribed user username value visible welcome windows
    """.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) })
}
