public import ApusHTTP

extension HTTP {
  /// One event of a `text/event-stream`.
  public struct ServerSentEvent: Sendable, Hashable {
    /// The type of the event, or `message` if the server sent no type.
    public var event: String
    /// The data of the event, whose lines are separated by line feeds.
    public var data: String
    /// The latest event ID that the server has sent up to this event, or an empty string.
    public var id: String

    /// Creates a server-sent event from its type, its data and its ID.
    ///
    /// - Parameters:
    ///   - event: The type of the event. Events without a type have the type `message`.
    ///   - data: The data of the event, in which line feeds separate lines.
    ///   - id: The ID that a client sends when it connects again; empty for no ID.
    public init(event: String = "message", data: String, id: String = "") {
      self.event = event
      self.data = data
      self.id = id
    }
  }
}
