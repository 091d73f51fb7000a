extension HTTP {
  /// The information about a response's connection and call, which is attached by the receiver of
  /// the response.
  ///
  /// The connection information is not part of the response's value: two responses with equal heads
  /// are equal over any connection.
  package struct Carrier: Sendable, Hashable {
    /// The connection of the response. The value is `nil` for a response that the program created,
    /// for example in a stub.
    package let value: (any AnyObject & Sendable)?
    /// The optional properties, which few responses have.
    private var notes: Notes?

    private final class Notes: Sendable {
      let timeline: (any AnyObject & Sendable)?
      let redirects: [Redirect]
      let url: URL?
      let coder: (any Sendable)?

      init(
        _ timeline: (any AnyObject & Sendable)?, _ redirects: [Redirect], _ url: URL?,
        _ coder: (any Sendable)?
      ) {
        self.timeline = timeline
        self.redirects = redirects
        self.url = url
        self.coder = coder
      }
    }

    /// The timeline of the call, if the session recorded a timeline.
    package var timeline: (any AnyObject & Sendable)? {
      get { notes?.timeline }
      set { notes = Notes(newValue, redirects, url, coder) }
    }

    /// The redirects that the session followed before the response.
    package var redirects: [Redirect] {
      get { notes?.redirects ?? [] }
      set { notes = Notes(timeline, newValue, url, coder) }
    }

    /// The URL of the response, if the URL is known.
    package var url: URL? {
      get { notes?.url }
      set { notes = Notes(timeline, redirects, newValue, coder) }
    }

    /// The session's JSON coder, if the session does not use the default coder.
    package var coder: (any Sendable)? {
      get { notes?.coder }
      set { notes = Notes(timeline, redirects, url, newValue) }
    }

    /// Creates a carrier from a connection, or an empty carrier from `nil`.
    package init(_ value: (any AnyObject & Sendable)? = nil) { self.value = value }

    package static func == (_: Carrier, _: Carrier) -> Bool { true }

    package func hash(into _: inout Hasher) {}
  }
}

extension HTTP {
  /// A redirect that the session followed.
  public struct Redirect: Sendable, Hashable {
    /// The status of the redirect response.
    public let status: Status
    /// The URL of the request that the server redirected.
    public let source: URL
    /// The URL of the request that followed the redirect.
    public let destination: URL

    /// Creates a redirect from one URL to another URL.
    ///
    /// - Parameters:
    ///   - status: The status of the redirect response.
    ///   - source: The URL of the request that the server redirected.
    ///   - destination: The URL in the redirect response.
    public init(_ status: Status, from source: URL, to destination: URL) {
      self.status = status
      self.source = source
      self.destination = destination
    }
  }
}

extension HTTP.Redirect: CustomStringConvertible, CustomReflectable {
  /// The status and the two URLs of the redirect.
  /// The text contains the names in the queries of the URLs but not the values.
  public var description: String {
    let (from, to) = (HTTP.Target.url(source), HTTP.Target.url(destination))
    return "\(status.code) from \(from.redacted) to \(to.redacted)"
  }

  /// An empty mirror, because the description of the redirect contains all information that may be
  /// shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTP.Response {
  /// The URL that responded, after redirects.
  /// The value is `nil` for a response that the program created.
  public var url: HTTP.URL? { head.carrier.url }
}

extension HTTP.ResponseHead {
  /// The redirects that the session followed before it received the response, in order.
  public var redirects: [HTTP.Redirect] { carrier.redirects }
}

extension HTTP.Response {
  /// The redirects that the session followed before it received the response, in order.
  ///
  ///     let final = response.redirects.last?.destination
  public var redirects: [HTTP.Redirect] { head.redirects }
}
