extension Connections {
  /// A time limit of a request that expired.
  public struct ExpiredTimeout: Hashable, Sendable {
    /// The phase of the request that exceeded its time limit.
    public let phase: Phase
    /// The maximum duration of the request phase. The value is `nil` if the error was not created
    /// by an HTTP session.
    public let limit: Duration?
    /// The name of the setting that contains the time limit, such as `timeouts.idle` or `within:`.
    public var setting: String { source.rawValue }
    /// The setting that contains the expired time limit.
    package let source: Source
    /// The minimum number of bytes that must arrive within the time limit of the phase `slow`.
    package let least: Int?

    /// The settings that contain time limits.
    package enum Source: String, Sendable, CaseIterable {
      case within = "within:"
      case silence = "options.idle"
      case queue = "timeouts.queue"
      case resolve = "timeouts.resolve"
      case connect = "timeouts.connect"
      case tls = "timeouts.tls"
      case firstByte = "timeouts.firstByte"
      case idle = "timeouts.idle"
      case slowness = "timeouts.slowness"
      case request = "timeouts.total"
    }

    package init(_ phase: Phase, _ limit: Duration?, by source: Source, least: Int? = nil) {
      (self.phase, self.limit, self.source, self.least) = (phase, limit, source, least)
    }
  }
}

extension Connections.ExpiredTimeout: CustomStringConvertible {
  /// The part of the response that did not arrive in time, with the time limit and its setting.
  public var description: String { description(of: setting, hasResponse: false) }

  /// Returns the description of the expired timeout with another name of the setting, such as an
  /// option of a command-line tool.
  package func description(of setting: String, hasResponse: Bool) -> String {
    let subject = hasResponse && phase == .total ? "the response did not end" : phase.absence
    guard let limit else { return "\(subject) in time" }
    let time = Self.shown(limit)
    guard let least else { return "\(subject) within \(time) (set by \(setting))" }
    return "\(subject): fewer than \(least) bytes in \(time) (set by \(setting))"
  }

  /// Returns the text of a duration, in milliseconds below one second and otherwise in seconds.
  package static func shown(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    guard attoseconds % 1_000_000_000_000_000 == 0 else { return "\(duration)" }
    if milliseconds == 0 { return "\(seconds) s" }
    return seconds == 0 ? "\(milliseconds) ms" : "\(duration)"
  }
}

extension Connections {
  /// A phase of a request that has its own timeout.
  ///
  /// The raw value is the word for the phase in logs.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// The request waits for a connection to become free.
    case queue
    /// The session looks up the host's addresses.
    case resolve
    /// The session connects to the server.
    case connect
    /// The client and the server perform the TLS handshake.
    case tls
    /// The request waits for the first byte of the response.
    case firstByte = "first-byte"
    /// The request waits for the rest of the response head.
    case head
    /// The body arrives more slowly than the minimum speed.
    case slow
    /// The request waits for the next piece of a body.
    case idle
    /// The request as a whole, which `timeouts.total` or `within:` limits.
    case total = "request"
  }
}

extension Connections.Phase {
  /// A description of the missing result of the expired phase, such as the response head.
  var absence: String {
    switch self {
    case .queue: "no connection of the pool became free"
    case .resolve: "the lookup of the host name did not end"
    case .connect: "no connection to the server was established"
    case .tls: "the TLS handshake with the server did not end"
    case .firstByte: "no byte of the response arrived"
    case .head: "the head of the response did not end"
    case .slow: "the content of the message was transferred too slowly"
    case .idle: "no more content of the message was transferred"
    case .total: "no response arrived"
    }
  }
}
