/// A logger that passes each message to its handler if the level allows it.
public struct Logger: Sendable {
  public let label: String
  public var handler: any LogHandler

  public var metadataProvider: Logger.MetadataProvider? { handler.metadataProvider }

  public init(label: String) {
    self.init(label: label, factory: LoggingSystem.handler)
  }

  public init(label: String, factory: (String) -> any LogHandler) {
    self.label = label
    handler = factory(label)
  }

  public init(
    label: String, factory: (String, Logger.MetadataProvider?) -> any LogHandler
  ) {
    self.label = label
    handler = factory(label, nil)
  }

  public init(label: String, metadataProvider: MetadataProvider) {
    self.init(label: label)
    handler.metadataProvider = metadataProvider
  }

  public subscript(metadataKey metadataKey: String) -> Logger.Metadata.Value? {
    get { handler[metadataKey: metadataKey] }
    set { handler[metadataKey: metadataKey] = newValue }
  }

  public var logLevel: Logger.Level {
    get { handler.logLevel }
    set { handler.logLevel = newValue }
  }

  /// The logger of the task; without one the logger of the system, which is made once.
  public static var current: Logger { bound ?? unbound }

  @TaskLocal static var bound: Logger?
  private static let unbound = Logger(label: "")
}

extension Logger {
  public func log(
    level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
    error: @autoclosure () -> (any Error)? = nil,
    metadata: @autoclosure () -> Logger.Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID,
    function: String = #function, line: UInt = #line
  ) {
    guard level >= logLevel else { return }
    handler.log(
      event: LogEvent(
        level: level, message: message(), error: error(), metadata: metadata(),
        source: source(), file: file, function: function, line: line))
  }

  public func log(
    level: Logger.Level, _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID,
    function: String = #function, line: UInt = #line
  ) {
    log(
      level: level, message(), error: nil, metadata: metadata(), source: source(), file: file,
      function: function, line: line)
  }

  public func debug(
    _ message: @autoclosure () -> Logger.Message, error: @autoclosure () -> (any Error)? = nil,
    metadata: @autoclosure () -> Logger.Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID,
    function: String = #function, line: UInt = #line
  ) {
    log(
      level: .debug, message(), error: error(), metadata: metadata(), source: source(),
      file: file, function: function, line: line)
  }

  public func debug(
    _ message: @autoclosure () -> Logger.Message,
    metadata: @autoclosure () -> Logger.Metadata? = nil,
    source: @autoclosure () -> String? = nil, file: String = #fileID,
    function: String = #function, line: UInt = #line
  ) {
    log(
      level: .debug, message(), error: nil, metadata: metadata(), source: source(), file: file,
      function: function, line: line)
  }
}
