internal import Synchronization

/// The state of response content, which determines the owner of the connection.
///
/// Only one task at a time may read the content, and any thread may close the content.
struct ContentHold: ~Copyable {
  enum Use: UInt8, AtomicRepresentable {
    case free
    case reading
    /// A read of the content has ended, and the reading task returns or closes the connection.
    case settling
    /// Another task closed the content during a read, and the connection was closed.
    case abandoned
    case closed
  }

  /// The result of closing response content.
  enum Closing {
    /// No task was reading the content, so the task that closed the content owns the connection.
    case free
    /// Another task was reading the content, and receives no more bytes.
    case reading
    /// The content was closed before, or the reading task ends the content.
    case over
  }

  private let use = Atomic<Use>(.free)

  /// A Boolean value that indicates whether a task is reading the content.
  var isReading: Bool { use.load(ordering: .relaxed) == .reading }

  /// Begins a read; returns `false` if another task is reading the response content or the content
  /// is closed.
  func claim() -> Bool { change(from: .free, to: .reading) }

  /// Gives the connection to the reading task; returns `false` if the content was closed during the
  /// read.
  func settle() -> Bool { change(from: .reading, to: .settling) || !isAbandoned }

  /// Ends a read of the response content; returns `false` if the content was closed during the
  /// read.
  func leave() -> Bool {
    if change(from: .settling, to: .free) || change(from: .reading, to: .free) { return true }
    return use.exchange(.closed, ordering: .acquiringAndReleasing) != .abandoned
  }

  /// Prevents further reads of the response content.
  func close() -> Closing {
    while true {
      switch use.load(ordering: .acquiring) {
      case .free: if change(from: .free, to: .closed) { return .free }
      case .reading: if change(from: .reading, to: .abandoned) { return .reading }
      case .settling, .abandoned, .closed: return .over
      }
    }
  }

  private var isAbandoned: Bool { use.load(ordering: .acquiring) == .abandoned }

  private func change(from before: Use, to after: Use) -> Bool {
    use.compareExchange(
      expected: before, desired: after, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
