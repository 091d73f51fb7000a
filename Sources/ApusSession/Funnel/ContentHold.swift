internal import Synchronization

/// The state of a response's content, and of the connection that it uses.
///
/// Only one task at a time reads it, and any thread may close it.
struct ContentHold: ~Copyable {
  enum Use: UInt8, AtomicRepresentable {
    case free
    case reading
    /// A read has ended, and its reader handles the connection.
    case settling
    /// The content was closed during a read, and the connection was dropped.
    case abandoned
    case closed
  }

  /// The result of closing the content.
  enum Closing {
    /// It was not being read, and never will be: the connection is the caller's.
    case free
    /// It was being read, and its reader gets no more of it.
    case reading
    /// Nothing remains to be done: it was closed before, or its reader ends it.
    case over
  }

  private let use = Atomic<Use>(.free)

  /// A Boolean value that indicates whether a task is reading.
  var isReading: Bool { use.load(ordering: .relaxed) == .reading }

  /// Begins a read; returns false if another is running, or the content is closed.
  func claim() -> Bool { change(from: .free, to: .reading) }

  /// Notes that the connection is the reader's from here on; false if the content was closed during
  /// the read.
  func settle() -> Bool { change(from: .reading, to: .settling) || !isAbandoned }

  /// Ends a read; false if the content was closed during it.
  func leave() -> Bool {
    if change(from: .settling, to: .free) || change(from: .reading, to: .free) { return true }
    return use.exchange(.closed, ordering: .acquiringAndReleasing) != .abandoned
  }

  /// Prevents further reads.
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
