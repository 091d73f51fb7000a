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

extension InMemoryLogHandler.Entry {
  /// Returns the text of the metadata of a key; nil without any.
  func text(_ key: String) -> String? { metadata[key].map { "\($0)" } }
}
