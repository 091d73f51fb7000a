internal import Synchronization

/// The single owner of a file descriptor.
///
/// A call on the descriptor and its closing may come from two threads. The number is returned to
/// the kernel only when no call uses it: the kernel reuses the number immediately, and a late call
/// would reach an unrelated file or socket.
final class Descriptor: Sendable {
  private let number: Int32
  /// Twice the number of calls that use the descriptor, plus one if it is being closed.
  private let uses = Atomic<UInt32>(0)

  /// Takes ownership of an open descriptor.
  init(_ number: Int32) { self.number = number }

  /// Takes ownership of the descriptor that a call has opened, or throws the error of the call.
  init(opened result: Int64, by call: String, _ subject: String = "") throws(NetError) {
    guard result >= 0 else { throw NetError(call, subject, result: result) }
    number = Int32(truncatingIfNeeded: result)
    if CurrentProcess.isForkedChild { throw .forked }
  }

  deinit { close() }

  /// Makes a call on the descriptor; returns `EBADF` if it is closed.
  ///
  /// A child of `fork` shares the descriptor with its parent, whose connection and poller it would
  /// disturb.
  @inline(__always)
  func use(_ call: (Int32) -> Int64) -> Int64 {
    if CurrentProcess.isForkedChild { return Kernel.Failure.forked }
    let before = uses.add(2, ordering: .acquiring).oldValue
    defer {
      if uses.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { giveBack() }
    }
    return before & 1 == 0 ? call(number) : Kernel.Failure.badDescriptor
  }

  /// Makes a call without counting it, for the owner that also closes the descriptor.
  @inline(__always)
  func useAsOwner(_ call: (Int32) -> Int64) -> Int64 { call(number) }

  /// Closes the descriptor once no call uses it; a second call has no effect.
  func close() {
    let (before, _) = uses.bitwiseOr(1, ordering: .acquiringAndReleasing)
    if before == 0 { giveBack() }
  }

  /// A Boolean value that indicates whether the descriptor is closed or being closed.
  var isClosed: Bool { uses.load(ordering: .relaxed) & 1 == 1 }

  private func giveBack() {
    // Late calls also leave with a count of 1; only the first one closes the descriptor.
    guard uses.compareExchange(expected: 1, desired: 3, ordering: .acquiringAndReleasing).exchanged
    else { return }
    Kernel.close(number)
  }
}
