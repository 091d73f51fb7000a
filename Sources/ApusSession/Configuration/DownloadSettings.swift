public import ApusHTTP

extension HTTPSession {
  /// The destination of a session's downloads.
  ///
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.downloads.destination = "/srv/dumps/"
  ///     }
  ///     try await api.download("dumps/today.tar", options: .resume)
  public struct DownloadSettings: Sendable {
    /// The folder of every download that names no other place; nil, the default, for none.
    ///
    /// The option `.createFolders` makes the folder if it is missing.
    public var destination: String?
    /// A closure that chooses the file or the folder of every download; nil, the default, for none.
    ///
    ///     $0.downloads.place = { request, head in "/srv/incoming/" }
    ///
    /// The closure gets the request with its whole URL, and the head of an accepted response,
    /// before content is written. If it returns a path, the call's own path or closure has no
    /// effect; if it returns nil, the call's own one is used. An error that it throws is
    /// `underlying` of the call's error.
    public var place: (@Sendable (HTTP.Request, HTTP.ResponseHead) throws -> String?)?

    /// Creates settings that leave the place to each call.
    public init() {}
  }
}
