public protocol _SwiftLogSendableLogHandler: Sendable {}

public protocol LogHandler: _SwiftLogSendableLogHandler {
  var metadataProvider: Logger.MetadataProvider? { get set }
  func log(event: LogEvent)
  func log(
    level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String,
    file: String, function: String, line: UInt)
  subscript(metadataKey _: String) -> Logger.Metadata.Value? { get set }
  var metadata: Logger.Metadata { get set }
  var logLevel: Logger.Level { get set }
}

extension LogHandler {
  public var metadataProvider: Logger.MetadataProvider? {
    get { nil }
    set {}
  }

  public func log(event: LogEvent) {
    log(
      level: event.level, message: event.message, metadata: event.metadata, source: event.source,
      file: event.file, function: event.function, line: event.line)
  }

  public func log(
    level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String,
    file: String, function: String, line: UInt
  ) {}
}

public struct LogEvent: Sendable {
  public var level: Logger.Level
  public var message: Logger.Message
  public var error: (any Error)?
  public var metadata: Logger.Metadata?
  public var source: String
  public var file: String
  public var function: String
  public var line: UInt

  public init(
    level: Logger.Level, message: Logger.Message, error: (any Error)?,
    metadata: Logger.Metadata?, source: String?, file: String, function: String, line: UInt
  ) {
    self.level = level
    self.message = message
    self.error = error
    self.metadata = metadata
    self.source = source ?? file.split(separator: "/").first.map(String.init) ?? file
    self.file = file
    self.function = function
    self.line = line
  }
}
