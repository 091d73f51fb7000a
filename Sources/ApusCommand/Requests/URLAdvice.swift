import ApusHTTP
import ApusNames

/// The advice about a word that is not a valid URL.
enum URLAdvice {
  /// Parses a URL. The error for an invalid URL suggests the URL that the user probably meant.
  static func url(_ text: String) throws(UsageError) -> HTTP.URL {
    do throws(HTTP.InvalidURL) { return try HTTP.URL(text) } catch {
      throw .invalidURL(text, error, advice(about: text, error))
    }
  }

  private static func advice(about text: String, _ error: HTTP.InvalidURL) -> String? {
    switch error {
    case .unexpectedUserinfo:
      "a URL must not contain a password: type --auth USER, or --header 'Authorization: "
        + "…'"
    case .missingScheme, .unsupportedScheme, .missingAuthority, .colonInFirstSegment:
      suggestion(for: text)
    default: nil
    }
  }

  private static func suggestion(for text: String) -> String? {
    let bytes = Array(text.utf8)
    let mark = Array("://".utf8)
    let place = bytes.indices.dropLast(2).first { bytes[$0..<$0 + 3].elementsEqual(mark) }
    guard let place else {
      // The user may have typed the same address without a scheme or with too few slashes.
      for scheme in ["https", "http"] where bytes.starts(with: "\(scheme):".utf8) {
        let rest = bytes.dropFirst(scheme.utf8.count + 1).drop { $0 == 0x2f }
        return meant(scheme, String(decoding: rest, as: UTF8.self))
      }
      return meant(nil, text)
    }
    let scheme = String(decoding: bytes[..<place], as: UTF8.self).lowercased()
    let rest = String(decoding: bytes[(place + 3)...], as: UTF8.self)
    switch scheme {
    case "file":
      return "a local file needs no request: open the file, or send the file by --data @FILE"
    case "ftp", "ftps", "sftp", "ws", "wss", "ldap", "ssh", "gopher":
      return "only http:// and https:// are supported"
    default:
      // A scheme of at most seven letters is probably a misspelling of http or https. The letter S
      // in the scheme selects https.
      guard scheme.utf8.count <= 7 else { return "only http:// and https:// are supported" }
      return meant(scheme.utf8.last == 0x73 ? "https" : "http", rest)
    }
  }

  /// Returns the URL that the user probably meant, with the given scheme. The default scheme is
  /// http for this machine and for private addresses.
  private static func meant(_ scheme: String?, _ rest: String) -> String? {
    guard let plain = try? HTTP.URL("http://\(rest)") else { return nil }
    let usual = scheme ?? (isNear(plain) ? "http" : "https")
    guard let url = try? HTTP.URL("\(usual)://\(rest)") else { return nil }
    return "did you mean \(Redaction.queries(in: "\(url)"))?"
  }

  /// Returns whether the host is this machine or a private address and the port is not a TLS port.
  ///
  /// RFC 1918 section 3, RFC 6761 section 6.3.
  private static func isNear(_ url: HTTP.URL) -> Bool {
    guard url.origin.port != 443, url.origin.port != 8443 else { return false }
    let host = "\(url.origin.host)"
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    guard case .ipv4 = url.origin.host else { return false }
    let parts = host.split(separator: ".").compactMap { UInt8($0) }
    guard parts.count == 4 else { return false }
    return parts[0] == 127 || parts[0] == 10 || parts[0] == 192 && parts[1] == 168
      || parts[0] == 172 && 16...31 ~= parts[1]
  }
}
