public import ApusHTTP
internal import ApusNames

/// The cookies of a cookie jar in a form that any encoder can store.
///
/// The format is stable: `{"version": 1, "cookies": [...]}`. Each cookie is encoded as an
/// `HTTP.Cookie`, and the cookies have the order of their creation. The decoder skips and counts an
/// entry that is not a cookie. A different version is an error.
///
/// The values of cookies are secrets. An archive must be stored in a place that no other user can
/// read.
public struct CookieArchive: Codable, Equatable, Sendable {
  /// The cookies of the archive in the order of their creation.
  public var cookies: [HTTP.Cookie]
  /// The number of invalid archive entries that the decoder skipped.
  public private(set) var brokenEntryCount = 0

  /// Creates an archive that contains the given cookies.
  ///
  /// - Parameter cookies: The cookies to store.
  public init(cookies: [HTTP.Cookie]) {
    self.cookies = cookies
  }

  /// The version number of the cookie archive format.
  public static let version = 1

  private enum Key: String, CodingKey {
    case version, cookies
  }

  private struct Entry: Decodable {
    let cookie: HTTP.Cookie?

    init(from decoder: any Decoder) {
      cookie = try? HTTP.Cookie(from: decoder)
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let version = try container.decode(Int.self, forKey: .version)
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "the version \(version) of the cookie archive is not supported")
    }
    let entries = try container.decode([Entry].self, forKey: .cookies)
    cookies = entries.compactMap(\.cookie)
    brokenEntryCount = entries.count - cookies.count
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.version, forKey: .version)
    try container.encode(cookies, forKey: .cookies)
  }
}

extension CookieJar {
  /// Returns a cookie archive of the cookies that have not expired.
  ///
  /// - Parameter now: The present time.
  public func archive(at now: HTTP.Date) -> CookieArchive {
    CookieArchive(cookies: cookies(at: now))
  }
}
