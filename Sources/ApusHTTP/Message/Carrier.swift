extension HTTP {
  /// What a response came over, as its receiver knows it.
  ///
  /// That is no part of what the response says: two that say the same are equal however they came.
  package struct Carrier: Sendable, Hashable {
    /// Nothing for a response that was made here, as by a stub.
    package let value: (any AnyObject & Sendable)?
    /// What few responses have.
    private var notes: Notes?

    private final class Notes: Sendable {
      let timeline: (any AnyObject & Sendable)?
      let redirects: [Redirect]

      init(_ timeline: (any AnyObject & Sendable)?, _ redirects: [Redirect]) {
        self.timeline = timeline
        self.redirects = redirects
      }
    }

    /// When what happened in the call that it answers, if that was noted.
    package var timeline: (any AnyObject & Sendable)? {
      get { notes?.timeline }
      set { notes = Notes(newValue, redirects) }
    }

    /// The redirects that were followed to get there.
    package var redirects: [Redirect] {
      get { notes?.redirects ?? [] }
      set { notes = Notes(timeline, newValue) }
    }

    /// Something that a response came over, or nothing.
    package init(_ value: (any AnyObject & Sendable)? = nil) { self.value = value }

    package static func == (_: Carrier, _: Carrier) -> Bool { true }

    package func hash(into _: inout Hasher) {}
  }
}

extension HTTP {
  /// A redirect that was followed.
  public struct Redirect: Sendable, Hashable {
    /// The status that asked for it.
    public let status: Status
    /// The URL that was asked.
    public let source: URL
    /// The URL that was asked next.
    public let destination: URL

    /// A redirect from one URL to another.
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

  /// Nothing: the description contains all that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
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
