internal import Synchronization

/// Who has the content of an answer at this moment, and with it the connection that it comes over.
///
/// One task at a time reads it, and any thread may close it.
struct ContentHold: ~Copyable {
  enum Use: UInt8, AtomicRepresentable {
    case free
    case reading
    /// A read has come to an end, and deals with the connection itself.
    case settling
    /// The content was closed during a read, and the connection was dropped.
    case abandoned
    case closed
  }

  /// What closing the content has found.
  enum Closing {
    /// No one read it, and no one will: the connection is the caller's.
    case free
    /// It was being read, and its reader gets no more of it.
    case reading
    /// Nothing is to be done: it was closed before, or its reader ends it.
    case over
  }

  private let use = Atomic<Use>(.free)

  /// Whether a task reads at this moment.
  var isReading: Bool { use.load(ordering: .relaxed) == .reading }

  /// Begins a read; false where another is under way, or the content is closed.
  func claim() -> Bool { change(from: .free, to: .reading) }

  /// Notes that the connection is the reader's from here on; false if the content was closed during
  /// the read.
  func settle() -> Bool { change(from: .reading, to: .settling) || !isAbandoned }

  /// Ends a read; false if the content was closed during it.
  func leave() -> Bool {
    if change(from: .settling, to: .free) || change(from: .reading, to: .free) { return true }
    return use.exchange(.closed, ordering: .acquiringAndReleasing) != .abandoned
  }

  /// Lets no one read any more.
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
