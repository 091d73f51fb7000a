extension HTTP {
  /// The connection of a response, as its receiver knows it.
  ///
  /// It is not part of the response's value: responses with equal heads are equal over any
  /// connection.
  package struct Carrier: Sendable, Hashable {
    /// Nil for a response that was created here, for example by a stub.
    package let value: (any AnyObject & Sendable)?
    /// Properties that few responses have.
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

    /// The timeline of the call, if it was recorded.
    package var timeline: (any AnyObject & Sendable)? {
      get { notes?.timeline }
      set { notes = Notes(newValue, redirects, url, coder) }
    }

    /// The redirects that were followed to get there.
    package var redirects: [Redirect] {
      get { notes?.redirects ?? [] }
      set { notes = Notes(timeline, newValue, url, coder) }
    }

    /// The URL of the response, if it is known.
    package var url: URL? {
      get { notes?.url }
      set { notes = Notes(timeline, redirects, newValue, coder) }
    }

    /// The coder for JSON of the session, if it is not the usual one.
    package var coder: (any Sendable)? {
      get { notes?.coder }
      set { notes = Notes(timeline, redirects, url, newValue) }
    }

    /// Creates a carrier, or none.
    package init(_ value: (any AnyObject & Sendable)? = nil) { self.value = value }

    package static func == (_: Carrier, _: Carrier) -> Bool { true }

    package func hash(into _: inout Hasher) {}
  }
}

extension HTTP {
  /// A redirect that was followed.
  public struct Redirect: Sendable, Hashable {
    /// The status of the redirect.
    public let status: Status
    /// The URL of the redirected request.
    public let source: URL
    /// The URL of the next request.
    public let destination: URL

    /// A redirect from one URL to another.
    ///
    /// - Parameters:
    ///   - status: The status of the redirect.
    ///   - source: The URL of the request.
    ///   - destination: The URL that the response names.
    public init(_ status: Status, from source: URL, to destination: URL) {
      self.status = status
      self.source = source
      self.destination = destination
    }
  }
}

extension HTTP.Redirect: CustomStringConvertible, CustomReflectable {
  /// The status and both URLs, of whose queries the names alone are shown.
  public var description: String {
    let (from, to) = (HTTP.Target.url(source), HTTP.Target.url(destination))
    return "\(status.code) from \(from.redacted) to \(to.redacted)"
  }

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTP.Response {
  /// The URL that responded, after redirects; nil for a response that was made by a program.
  public var url: HTTP.URL? { head.carrier.url }
}

extension HTTP.ResponseHead {
  /// Lists the redirects that were followed before this response came, the first one first.
  public var redirects: [HTTP.Redirect] { carrier.redirects }
}

extension HTTP.Response {
  /// Lists the redirects that were followed before this response came, the first one first.
  ///
  ///     let final = response.redirects.last?.destination
  public var redirects: [HTTP.Redirect] { head.redirects }
}
