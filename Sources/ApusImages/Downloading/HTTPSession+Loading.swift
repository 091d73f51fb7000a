public import ApusHTTP
public import ApusSession

extension HTTPSession: ResponseLoader {
  /// Sends a request and returns the response with its whole content, for a downloader.
  ///
  /// A status that the session does not accept is an error that carries the response.
  public func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    do throws(HTTPSessionError) { return try await send(request) } catch {
      // A downloader tells those apart that were taken back.
      if error.reason == .cancelled { throw CancellationError() }
      throw error
    }
  }
}

extension Downloader where Value == EncodedImage {
  /// The downloader of images of everyone who makes none: `defaultInstance`.
  ///
  /// It has a session of its own with the default settings, in which a server is waited for 60
  /// seconds, no request is sent before the answer to the last one on its connection, and no
  /// cookie is kept; and a cache in memory. Four downloads are under way at once, the first first.
  public static var shared: ImageDownloader { sharedDownloader }
}

private let sharedDownloader = ImageDownloader(loader: SharedSession())

/// A session that is made when it is first asked; one that cannot be made says so each time.
private struct SharedSession: ResponseLoader {
  private static let session = Result { try HTTPSession() }

  func load(_ request: HTTP.Request) async throws -> HTTP.Response {
    try await Self.session.get().load(request)
  }
}
