internal import ApusBytes
internal import ApusHTTP

/// The default `User-Agent` and `Accept-Language` fields, which are derived from the environment.
public enum DefaultHeaders {
  /// Returns the `Accept-Language` value for at most six languages, such as `de;q=1, en;q=0.9`.
  ///
  /// - Parameter languages: The language tags in the order of preference.
  public static func acceptLanguage(_ languages: [String]) -> String? {
    let fit = languages.filter { isLanguage($0) }.prefix(6)
    guard !fit.isEmpty else { return nil }
    return fit.enumerated().map { index, language in
      "\(language);q=\(HTTP.Quality(thousandths: 1000 - 100 * index))"
    }.joined(separator: ", ")
  }

  /// Returns the preferred languages of the user from the environment variables, in order and
  /// without duplicates.
  ///
  /// The variable `LANGUAGE` is a colon-separated list and takes precedence. Otherwise, the first
  /// of the variables `LC_ALL`, `LC_MESSAGES` and `LANG` that is set determines the language. The
  /// locales `C` and `POSIX` are ignored.
  ///
  /// - Parameter variable: The closure that returns the value of an environment variable; the
  ///   result is `nil` if the variable is not set.
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

  /// Returns a `User-Agent` value in ASCII, such as `program/1.2 (Linux; debian 6.1.0)`.
  ///
  /// - Parameters:
  ///   - program: The name of the program.
  ///   - version: The version of the program; `nil` for no version.
  ///   - system: The name of the operating system.
  ///   - details: More words about the operating system, such as its kernel; `nil` for no details.
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

  /// Returns the language tag of a POSIX locale, such as `de-AT` for `de_AT.UTF-8@euro`.
  private static func language(of locale: String) -> String? {
    let bytes = locale.utf8.prefix { $0 != 0x2e && $0 != 0x40 }
    let tag = String(decoding: bytes.map { $0 == 0x5f ? 0x2d : $0 }, as: UTF8.self)
    return isLanguage(tag) && tag != "C" && tag != "POSIX" ? tag : nil
  }

  /// Returns whether a text is a valid language tag.
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

  /// Returns a text without the characters that are not allowed in a `User-Agent` comment.
  private static func plain(_ text: String) -> String {
    let bytes = text.utf8.filter { 0x20...0x7e ~= $0 && $0 != 0x28 && $0 != 0x29 && $0 != 0x5c }
    return String(decoding: bytes, as: UTF8.self)
  }
}
