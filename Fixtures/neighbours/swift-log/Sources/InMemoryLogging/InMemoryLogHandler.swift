public import Logging
import Synchronization

/// A handler that keeps the messages; its copies share them.
public struct InMemoryLogHandler: LogHandler {
  public struct Entry: Sendable, Equatable {
    public var level: Logger.Level
    public var message: Logger.Message
    public var error: (any Error)?
    public var metadata: Logger.Metadata

    public static func == (left: Entry, right: Entry) -> Bool {
      left.level == right.level && left.message == right.message
        && left.metadata == right.metadata
        && left.error.map { "\($0)" } == right.error.map { "\($0)" }
    }
  }

  private final class Store: Sendable {
    let entries = Mutex<[Entry]>([])
  }

  private let store = Store()
  public var metadata: Logger.Metadata = [:]
  public var metadataProvider: Logger.MetadataProvider?
  public var logLevel: Logger.Level = .info

  public init() {}

  public var entries: [Entry] { store.entries.withLock(\.self) }

  public func clear() { store.entries.withLock { $0 = [] } }

  public subscript(metadataKey metadataKey: String) -> Logger.Metadata.Value? {
    get { metadata[metadataKey] }
    set { metadata[metadataKey] = newValue }
  }

  public func log(event: LogEvent) {
    var merged = metadata
    merged.merge(metadataProvider?.get() ?? [:]) { $1 }
    merged.merge(event.metadata ?? [:]) { $1 }
    let entry = Entry(
      level: event.level, message: event.message, error: event.error, metadata: merged)
    store.entries.withLock { $0.append(entry) }
  }
}
