#if Logging
  internal import ApusHTTP
  public import ApusSession
  public import Logging

  /// A monitor that writes the events of sessions to a logger of swift-log.
  ///
  ///     let api = try HTTPSession("https://api.example.com/") {
  ///       $0.monitors.append(LoggingMonitor())
  ///     }
  ///
  /// The end of each call is a message at the level `debug`. Each decision to send a request again,
  /// each failed connection and each ignored setting is a `debug` message too. Each other event is
  /// a message at the level `trace`. No message has a higher level, because a call reports its
  /// failure to its caller. The metadata keys are attribute names of OpenTelemetry. No message and
  /// no metadata contains a secret, content, or the value of a query parameter.
  public struct LoggingMonitor: HTTPSession.Monitor {
    private let logger: Logger?

    /// Creates a logging monitor.
    ///
    /// - Parameter logger: The logger for events of tasks without their own logger. The default,
    ///   nil, is the logger of the system without a label.
    public init(_ logger: Logger? = nil) { self.logger = logger }

    /// Writes an event to the logger of the task, or to the monitor's logger if the task has none.
    ///
    /// - Parameter event: The change of a call or a connection.
    public func note(_ event: HTTPSession.Event) {
      destination.log(level: level(of: event.kind), "\(event.kind)", metadata: metadata(of: event))
    }

    /// The task-local logger if the task has one, and otherwise the monitor's logger.
    ///
    /// If the task has bound no logger, the property `current` is a logger with an empty label.
    private var destination: Logger {
      let current = Logger.current
      return current.label.isEmpty ? logger ?? current : current
    }

    private func level(of kind: HTTPSession.Event.Kind) -> Logger.Level {
      switch kind {
      case .ended, .redirected, .challenged, .replaying, .waiting, .notSaved, .refused, .ignored,
        .dialling(_, .failed):
        .debug
      case .began, .stored, .queued, .attempt, .sending, .uploading, .sent, .answering,
        .informational, .head, .continued, .receiving, .saved, .decoded, .suspended, .resumed,
        .dialling, .closed, .pool, .shutDown:
        .trace
      }
    }
  }
#else
  /// A monitor for swift-log, which requires the package trait `Logging`.
  @available(*, unavailable, message: "enable the trait Logging of the package apus")
  public struct LoggingMonitor {
    /// Creates a logging monitor, which requires the package trait `Logging`.
    public init() {}
  }
#endif
