public import ApusHTTP
public import ApusSession

extension HTTPSession: ResponseLoader {
  /// Sends a request and returns the response with its whole content, for a downloader.
  ///
  /// A status that the session does not accept is an error that carries the response. A session
  /// without a cache has no stored responses: a request for stored responses only is answered with
  /// 504.
  ///
  /// - Parameter request: The request to send.
  public func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    if request.options.cachePolicy == .storedOnly, configuration.cache == nil {
      return HTTP.Response(504)
    }
    return try await send(request)
  }

  /// Returns the identity that the session adds to a request: its fields, cookies, passwords,
  /// client identities and proxies.
  ///
  /// It is unknown if interceptors, or a handler of challenges, may add credentials.
  ///
  /// - Parameter request: The request as the caller made it.
  public func identity(of request: HTTP.Request) -> LoadIdentity {
    addedIdentity(of: request).map { .known($0) } ?? .unknown
  }

  /// Returns the request with its target resolved against the base of the session; an invalid
  /// target stays as it is.
  ///
  /// - Parameter request: The request of the program.
  public func absolute(_ request: HTTP.Request) -> HTTP.Request {
    guard let url = url(of: request) else { return request }
    var absolute = request
    absolute.target = .url(url)
    return absolute
  }
}

extension Downloader where Value == EncodedImage {
  /// The shared downloader of images: `defaultInstance` in AFNetworking.
  ///
  /// It has its own session with the settings `forImages()`, and a cache of images in memory. Four
  /// downloads are active at once, in the order of their requests.
  public static var shared: ImageDownloader { sharedDownloader }
}

extension HTTPSession.Configuration {
  /// Returns the settings that a downloader's session has by default.
  ///
  /// Cookies are kept, and 20 MiB of responses in memory, by the rules of HTTP. A server is waited
  /// for 60 seconds, and no request is sent before the answer to the last one on its connection.
  public static func forImages() throws -> HTTPSession.Configuration {
    forImages(try .inMemory(byteCount: 20 << 20))
  }

  /// Returns the same settings, with 150 MiB of responses in a folder.
  ///
  /// The folder has no default, so that a server's disk is written only on request.
  ///
  /// - Parameter cacheFolder: The path of the folder, which is created if it is missing.
  public static func forImages(
    cacheFolder: String
  ) async throws -> HTTPSession.Configuration {
    forImages(try await .onDisk(folder: cacheFolder, byteCount: 150 << 20))
  }

  private static func forImages(
    _ cache: HTTPSession.ResponseCache
  ) -> HTTPSession.Configuration {
    var configuration = HTTPSession.Configuration()
    configuration.cookies = HTTPSession.CookieStorage()
    configuration.cache = cache
    configuration.timeouts.firstByte = .seconds(60)
    return configuration
  }
}

private let sharedDownloader = ImageDownloader(loader: SharedSession())

/// A session that is created on first use; a failure is repeated on each use.
private struct SharedSession: ResponseLoader {
  private static let session = Result { try HTTPSession { $0 = try .forImages() } }

  func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    try await Self.session.get().load(request)
  }

  func identity(of request: HTTP.Request) -> LoadIdentity {
    (try? Self.session.get())?.identity(of: request) ?? .unknown
  }
}
