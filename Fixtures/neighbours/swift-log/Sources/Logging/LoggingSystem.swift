import Synchronization

public enum LoggingSystem: Sendable {
  private static let factory = Mutex<(@Sendable (String) -> any LogHandler)?>(nil)

  /// Sets the handlers of new loggers, once per process.
  public static func bootstrap(_ factory: @escaping @Sendable (String) -> any LogHandler) {
    Self.factory.withLock {
      precondition($0 == nil, "the logging system is bootstrapped once per process")
      $0 = factory
    }
  }

  static func handler(_ label: String) -> any LogHandler {
    factory.withLock(\.self)?(label) ?? LinesHandler(label: label)
  }
}

/// Prints a line for each message.
private struct LinesHandler: LogHandler {
  let label: String
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    print("\(event.level) \(label): \(event.message)")
  }
}

public func withLogger<Result, Failure: Error>(
  _ logger: Logger, _ operation: (Logger) throws(Failure) -> Result
) throws(Failure) -> Result {
  let outcome: Swift.Result<Result, Failure> = Logger.$bound.withValue(logger) {
    do throws(Failure) { return .success(try operation(logger)) } catch { return .failure(error) }
  }
  return try outcome.get()
}

public nonisolated(nonsending) func withLogger<Result, Failure: Error>(
  _ logger: Logger,
  _ operation: nonisolated(nonsending) (Logger) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let outcome: Swift.Result<Result, Failure> = await Logger.$bound.withValue(logger) {
    do throws(Failure) { return .success(try await operation(logger)) } catch {
      return .failure(error)
    }
  }
  return try outcome.get()
}

public nonisolated(nonsending) func withLogger<Result, Failure: Error>(
  mergingMetadata metadata: @autoclosure () -> Logger.Metadata,
  _ operation: nonisolated(nonsending) (Logger) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  var logger = Logger.current
  for (key, value) in metadata() { logger[metadataKey: key] = value }
  return try await withLogger(logger, operation)
}
