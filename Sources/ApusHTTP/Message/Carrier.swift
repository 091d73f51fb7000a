extension HTTP {
  /// The information that the session attaches to a response, such as the connection, the timeline
  /// and the redirects.
  ///
  /// The comparison of two responses ignores the attached information, so responses over different
  /// connections can be equal.
  package struct Carrier: Sendable, Hashable {
    /// The connection that received the response. The value is `nil` for a response that the
    /// program created, such as in a stub.
    package let value: (any AnyObject & Sendable)?
    /// The optional information about a response, such as its redirects.
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

    /// The timeline of the request, or `nil` if the session did not record a timeline.
    package var timeline: (any AnyObject & Sendable)? {
      get { notes?.timeline }
      set { notes = Notes(newValue, redirects, url, coder) }
    }

    /// The redirects that the session followed before the response.
    package var redirects: [Redirect] {
      get { notes?.redirects ?? [] }
      set { notes = Notes(timeline, newValue, url, coder) }
    }

    /// The URL of the response, or `nil` if the program created the response.
    package var url: URL? {
      get { notes?.url }
      set { notes = Notes(timeline, redirects, newValue, coder) }
    }

    /// The session's JSON coder, if the session does not use the default coder.
    package var coder: (any Sendable)? {
      get { notes?.coder }
      set { notes = Notes(timeline, redirects, url, newValue) }
    }

    /// Creates the attached information of a response from its connection.
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
    /// The URL of the request to which the server responded with a redirect.
    public let source: URL
    /// The URL to which the session sent the next request.
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
  /// The status and the two URLs of the redirect. The description contains the names of query
  /// parameters but omits their values.
  public var description: String {
    let (from, to) = (HTTP.Target.url(source), HTTP.Target.url(destination))
    return "\(status.code) from \(from.redacted) to \(to.redacted)"
  }

  /// An empty mirror, because the description of the redirect contains all information that may be
  /// shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTP.Response {
  /// The URL of the response after all redirects. The value is `nil` for a response that the
  /// program created.
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
