import InMemoryLogging
import Logging

extension InMemoryLogHandler {
  /// Creates a handler that keeps the messages from a level on.
  init(_ level: Logger.Level) {
    self.init()
    logLevel = level
  }

  /// A logger with this handler, whose messages are entries of it.
  var logger: Logger { Logger(label: "test") { _ in self } }

  /// Returns a logger whose messages have metadata of their own.
  func logger(_ metadata: Logger.Metadata) -> Logger {
    var logger = logger
    for (key, value) in metadata { logger[metadataKey: key] = value }
    return logger
  }
}

extension Logger.Metadata {
  /// Returns whether the values of a key have the same text.
  static func == (left: Value?, right: String?) -> Bool { left.map { "\($0)" } == right }
}
