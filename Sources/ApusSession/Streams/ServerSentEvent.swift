public import ApusHTTP

extension HTTP {
  /// One event of a `text/event-stream`.
  public struct ServerSentEvent: Sendable, Hashable {
    /// The kind of the event; `message` if the server sent none.
    public var event: String
    /// The data, whose lines are separated by line feeds.
    public var data: String
    /// The last id that the server has named, with this event or before; empty if none.
    public var id: String

    /// Creates an event of those parts.
    ///
    /// - Parameters:
    ///   - event: The kind of the event; `message` is that of events without a name.
    ///   - data: The data, in which line feeds separate lines.
    ///   - id: The ID that a client sends when it connects again; empty for none.
    public init(event: String = "message", data: String, id: String = "") {
      self.event = event
      self.data = data
      self.id = id
    }
  }
}
