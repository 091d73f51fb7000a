extension HTTP {
  /// The case-insensitive name of a header or trailer field.
  ///
  /// A field name can contain any text, but the message writer rejects a field name that is not a
  /// token. A comparison ignores the case of the ASCII letters only. The text of a field name
  /// preserves the original letter case.
  ///
  /// RFC 9110 section 5.1.
  public struct FieldName: Sendable {
    /// The field name in its original letter case.
    public let text: String
    /// The bit that represents the field name in a Bloom filter of the field names of a message.
    let initial: Fields.Initials

    /// Creates a field name from its text.
    ///
    /// - Parameter text: The field name, whose letter case is kept for writing but ignored in
    ///   comparisons.
    public init(_ text: String) {
      self.text = text
      initial = Fields.Initials(text.utf8.first ?? 0, byteCount: text.utf8.count)
    }
  }
}

extension HTTP.FieldName: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral text: String) { self.init(text) }

  public var description: String { text }

  public static func == (left: HTTP.FieldName, right: HTTP.FieldName) -> Bool {
    ASCII.equalsIgnoringCase(left.text, right.text)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(ASCII.lowercased(byte)) }
  }
}

extension HTTP.FieldName {
  public static let accept = Self("Accept")
  public static let acceptEncoding = Self("Accept-Encoding")
  public static let acceptLanguage = Self("Accept-Language")
  public static let age = Self("Age")
  public static let allow = Self("Allow")
  public static let authorization = Self("Authorization")
  public static let cacheControl = Self("Cache-Control")
  public static let connection = Self("Connection")
  public static let contentDisposition = Self("Content-Disposition")
  public static let contentEncoding = Self("Content-Encoding")
  public static let contentLanguage = Self("Content-Language")
  public static let contentLength = Self("Content-Length")
  public static let contentLocation = Self("Content-Location")
  public static let contentRange = Self("Content-Range")
  public static let contentType = Self("Content-Type")
  public static let cookie = Self("Cookie")
  public static let date = Self("Date")
  public static let etag = Self("ETag")
  public static let expect = Self("Expect")
  public static let expires = Self("Expires")
  public static let host = Self("Host")
  public static let idempotencyKey = Self("Idempotency-Key")
  public static let ifMatch = Self("If-Match")
  public static let ifModifiedSince = Self("If-Modified-Since")
  public static let ifNoneMatch = Self("If-None-Match")
  public static let ifRange = Self("If-Range")
  public static let ifUnmodifiedSince = Self("If-Unmodified-Since")
  public static let lastModified = Self("Last-Modified")
  public static let link = Self("Link")
  public static let location = Self("Location")
  public static let proxyAuthenticate = Self("Proxy-Authenticate")
  public static let proxyAuthorization = Self("Proxy-Authorization")
  public static let range = Self("Range")
  public static let referer = Self("Referer")
  public static let retryAfter = Self("Retry-After")
  public static let server = Self("Server")
  public static let setCookie = Self("Set-Cookie")
  public static let te = Self("TE")
  public static let trailer = Self("Trailer")
  public static let transferEncoding = Self("Transfer-Encoding")
  public static let upgrade = Self("Upgrade")
  public static let userAgent = Self("User-Agent")
  public static let vary = Self("Vary")
  public static let wwwAuthenticate = Self("WWW-Authenticate")

  /// The names of fields that always contain secrets. Descriptions omit the values of these fields.
  static let alwaysSensitive: HTTP.FieldNames = [
    .authorization, .proxyAuthorization, .cookie, .setCookie,
  ]

  /// The names of fields whose values are URLs. Descriptions omit the user and the query values of
  /// these URLs.
  static let holdingURL: [HTTP.FieldName] = [.location, .contentLocation, .referer]
}

extension HTTP.Fields {
  /// A Bloom filter of field names. Each bit represents the first letter and the length of a field
  /// name.
  ///
  /// Most lookups in fields are for missing fields. If the bit of a field name is not set, the
  /// field is missing, and the lookup compares no names. If the bit is set, another field name may
  /// have set it.
  struct Initials: OptionSet, Sendable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Returns the Bloom filter bit of a field name with the given first byte and length.
    @inline(__always)
    init(_ first: UInt8, byteCount: Int) {
      // With this multiplier, the common registered field names have different bits.
      let bit = UInt64(first | 0x20) &+ UInt64(truncatingIfNeeded: byteCount) &* 5
      rawValue = 1 &<< (bit & 63)
    }
  }
}
