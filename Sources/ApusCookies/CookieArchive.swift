public import ApusHTTP
internal import ApusNames

/// The stored form of a jar's cookies, for any coder.
///
/// The format is stable: `{"version": 1, "cookies": [...]}`, each cookie as `HTTP.Cookie` codes
/// itself, in the order in which they were set. An entry that is not a cookie is skipped and
/// counted; another version is an error.
///
/// Values of cookies are secrets: store them only in a place that no one else can read.
public struct CookieArchive: Codable, Equatable, Sendable {
  /// The cookies, those first that were set first.
  public var cookies: [HTTP.Cookie]
  /// The number of entries that were skipped when it was read.
  public private(set) var brokenEntryCount = 0

  /// Makes an archive of cookies.
  ///
  /// - Parameter cookies: The cookies to store.
  public init(cookies: [HTTP.Cookie]) {
    self.cookies = cookies
  }

  /// The version of the shape.
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
  /// Returns the cookies that have not ended, to be stored.
  ///
  /// - Parameter now: The present time.
  public func archive(at now: HTTP.Date) -> CookieArchive {
    CookieArchive(cookies: cookies(at: now))
  }
}
