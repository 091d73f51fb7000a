internal import ApusBytes
internal import ApusHTTP

/// Default header fields for the client and its languages, from its environment.
public enum DefaultHeaders {
  /// Returns the value of `Accept-Language` for at most six languages: `de;q=1, en;q=0.9`.
  ///
  /// - Parameter languages: The language tags, the preferred one first.
  public static func acceptLanguage(_ languages: [String]) -> String? {
    let fit = languages.filter { isLanguage($0) }.prefix(6)
    guard !fit.isEmpty else { return nil }
    return fit.enumerated().map { index, language in
      "\(language);q=\(HTTP.Quality(thousandths: 1000 - 100 * index))"
    }.joined(separator: ", ")
  }

  /// Returns the languages that the variables of an environment name, in order, each once.
  ///
  /// `LANGUAGE` is a list with colons and has precedence; `LC_ALL`, `LC_MESSAGES` and `LANG` are
  /// one locale each, and the first one that is set counts. `C` and `POSIX` are not languages.
  ///
  /// - Parameter variable: The closure that returns the value of a variable, or nil if it is not
  ///   set.
  public static func languages(_ variable: (String) -> String?) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
    let isPlain = locale.map { language(of: $0) == nil } ?? true
    let list = isPlain ? "" : variable("LANGUAGE") ?? ""
    var languages: [String] = []
    for name in list.utf8.split(separator: 0x3a).map({ String(Substring($0)) }) + [locale ?? ""] {
      guard let language = language(of: name), !languages.contains(language) else { continue }
      languages.append(language)
    }
    return languages
  }

  /// Returns the value of `User-Agent`, as in `program/1.2 (Linux; debian 6.1.0)`; ASCII only.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - version: The version of the program; nil for none.
  ///   - system: The name of the system.
  ///   - details: Further words about the system, such as its kernel; nil for none.
  public static func userAgent(
    program: String, version: String?, system: String = "Linux", details: String? = nil
  ) -> String {
    let name = String(
      decoding: program.utf8.filter { HTTP.Token.bytes.contains($0) }, as: UTF8.self)
    let number = String(
      decoding: (version ?? "").utf8.filter { HTTP.Token.bytes.contains($0) }, as: UTF8.self)
    let product = (name.isEmpty ? "apus" : name) + (number.isEmpty ? "" : "/" + number)
    let comment = [system, details ?? ""].map { plain($0) }.filter { !$0.isEmpty }
    return comment.isEmpty ? product : "\(product) (\(comment.joined(separator: "; ")))"
  }

  /// A locale as a language tag: `de_AT.UTF-8@euro` is `de-AT`.
  private static func language(of locale: String) -> String? {
    let bytes = locale.utf8.prefix { $0 != 0x2e && $0 != 0x40 }
    let tag = String(decoding: bytes.map { $0 == 0x5f ? 0x2d : $0 }, as: UTF8.self)
    return isLanguage(tag) && tag != "C" && tag != "POSIX" ? tag : nil
  }

  /// Returns whether a text is a valid language.
  ///
  ///     language-range = (1*8ALPHA *("-" 1*8alphanum)) / "*"
  ///
  /// RFC 4647 section 2.1.
  private static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: 0x2d, omittingEmptySubsequences: false)
    guard let first = parts.first, first.allSatisfy({ ByteSet.letters.contains($0) }) else {
      return false
    }
    let bytes = ByteSet.letters.union(.digits)
    return parts.allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { bytes.contains($0) }
    }
  }

  /// The characters that are allowed in a comment unchanged.
  private static func plain(_ text: String) -> String {
    let bytes = text.utf8.filter { 0x20...0x7e ~= $0 && $0 != 0x28 && $0 != 0x29 && $0 != 0x5c }
    return String(decoding: bytes, as: UTF8.self)
  }
}
