internal import ApusBytes
internal import ApusHTTP
internal import ApusSerialization

extension HTTPSessionError {
  /// Creates the error for an invalid base URL, and removes secrets from the text of the base URL.
  ///
  /// If the base URL begins with a host and has no scheme, the error contains a hint with the whole
  /// URL.
  init(_ reason: Reason, ofBase base: String) {
    let error = HTTPSessionError(reason).about(
      base.isEmpty ? "the empty base URL" : "the base URL \(Self.shown(base))")
    self = error.hinted(Self.url(meantBy: base, reason).map { .scheme(Self.shown($0)) })
  }

  /// Returns the whole URL that the caller probably meant, or `nil` if the base URL does not begin
  /// with a host.
  private static func url(meantBy base: String, _ reason: Reason) -> String? {
    let rest: Substring.UTF8View
    switch reason {
    case .url(.missingScheme), .url(.colonInFirstSegment): rest = Substring(base).utf8
    // The URL parser interprets the host in `localhost:8080` as a scheme.
    case .url(.unsupportedScheme(let host)):
      rest = Substring(base).utf8.dropFirst(host.utf8.count + 1)
    default: return nil
    }
    let scheme =
      base.utf8.starts(with: "localhost".utf8) || base.utf8.starts(with: "127.".utf8)
      ? "http" : "https"
    let url = "\(scheme)://\(base)"
    guard let first = rest.first, first != 0x2f, (try? HTTP.URL(url)) != nil else { return nil }
    return url
  }

  private static func shown(_ text: String) -> String {
    ForeignText.escaped(HTTP.Target.reference(text).redacted.utf8, limit: 256)
  }
}

extension JSONCoding {
  /// The JSON coder, or `nil` if it is a `JSONCoder` with default settings.
  var unlessUsual: (any JSONCoding)? { (self as? JSONCoder)?.isUsual == true ? nil : self }
}
