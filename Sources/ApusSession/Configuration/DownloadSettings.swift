public import ApusHTTP

extension HTTPSession {
  /// The settings for the destination of a session's downloads.
  ///
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.downloads.destination = "/srv/dumps/"
  ///     }
  ///     try await api.download("dumps/today.tar", options: .resume)
  public struct DownloadSettings: Sendable {
    /// The folder of every download without a destination of its own; nil, the default, for none.
    ///
    /// The option `.createFolders` creates the folder if the folder is missing.
    public var destination: String?
    /// A closure that chooses the file or the folder of every download; nil, the default, for none.
    ///
    ///     $0.downloads.place = { request, head in "/srv/incoming/" }
    ///
    /// The closure receives the request with its whole URL, and the head of an accepted response.
    /// The session calls the closure before it writes content. A path that the closure returns
    /// overrides the path or closure of the call. If the closure returns nil, the session uses the
    /// path or closure of the call. An error that the closure throws is the `underlying` error of
    /// the call's error.
    public var place: (@Sendable (HTTP.Request, HTTP.ResponseHead) throws -> String?)?

    /// Creates download settings that leave the destination to each call.
    public init() {}
  }
}
