public import ApusHTTP
public import ApusSession

extension HTTPSession: ResponseLoader {
  /// Sends a request and returns the response with its whole content.
  ///
  /// A response status that the session does not accept is an error that contains the response. A
  /// session without a cache has no stored responses. If a request allows only stored responses,
  /// such a session returns a response with status 504.
  ///
  /// - Parameter request: The request to send.
  public func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    if request.options.cachePolicy == .storedOnly, configuration.cache == nil {
      return HTTP.Response(504)
    }
    return try await send(request)
  }

  /// Returns the identity that the session's credentials give to a request. The identity covers the
  /// session's fields, cookies, passwords, client identities and proxies.
  ///
  /// The identity is unknown if interceptors or a challenge handler may add credentials.
  ///
  /// - Parameter request: The request of the caller.
  public func identity(of request: HTTP.Request) -> LoadIdentity {
    addedIdentity(of: request).map { .known($0) } ?? .unknown
  }

  /// Returns the request with its target resolved against the base URL of the session.
  /// An invalid target remains unchanged.
  ///
  /// - Parameter request: The request of the caller.
  public func absolute(_ request: HTTP.Request) -> HTTP.Request {
    guard let url = url(of: request) else { return request }
    var absolute = request
    absolute.target = .url(url)
    return absolute
  }
}

extension Downloader where Value == EncodedImage {
  /// The shared downloader of images, which corresponds to `defaultInstance` in AFNetworking.
  ///
  /// The shared downloader has its own session with the settings of `forImages()`, and a memory
  /// cache of images. At most four downloads are active at once, and waiting downloads start in the
  /// order of their requests.
  public static var shared: ImageDownloader { sharedDownloader }
}

extension HTTPSession.Configuration {
  /// Returns the default settings for the session of an image downloader.
  ///
  /// The session stores cookies, and stores 20 MiB of responses in memory by the rules of HTTP. The
  /// timeout for the first byte of a response is 60 seconds. The session never sends a request on a
  /// connection before the response to the previous request.
  public static func forImages() throws -> HTTPSession.Configuration {
    forImages(try .inMemory(byteCount: 20 << 20))
  }

  /// Returns the default settings for the session of an image downloader, with 150 MiB of responses
  /// in a folder.
  ///
  /// The folder has no default value, so a server's disk is written only on request.
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

/// A loader whose session is created at the first use. If the creation fails, each use throws the
/// error.
private struct SharedSession: ResponseLoader {
  private static let session = Result { try HTTPSession { $0 = try .forImages() } }

  func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    try await Self.session.get().load(request)
  }

  func identity(of request: HTTP.Request) -> LoadIdentity {
    (try? Self.session.get())?.identity(of: request) ?? .unknown
  }
}
