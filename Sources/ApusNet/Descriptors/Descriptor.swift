internal import Synchronization

/// The single owner of a file descriptor.
///
/// Two threads may use and close the descriptor at the same time. The descriptor's number is
/// returned to the kernel only when no call uses the number. The kernel reuses a returned number
/// immediately, and a late call would reach an unrelated file or socket.
final class Descriptor: Sendable {
  private let number: Int32
  /// Twice the number of calls that use the descriptor, plus one if the descriptor is being closed.
  private let uses = Atomic<UInt32>(0)

  /// Takes ownership of an open file descriptor.
  init(_ number: Int32) { self.number = number }

  /// Takes ownership of the file descriptor that a call has opened, or throws the error of the
  /// call.
  init(opened result: Int64, by call: String, _ subject: String = "") throws(NetError) {
    guard result >= 0 else { throw NetError(call, subject, result: result) }
    number = Int32(truncatingIfNeeded: result)
    if CurrentProcess.isForkedChild { throw .forked }
  }

  deinit { close() }

  /// Makes a call on the descriptor. Returns `EBADF` if the descriptor is closed.
  ///
  /// The call also returns `EBADF` in a child of `fork`. The child shares the descriptor with its
  /// parent, and the call would disturb the parent's connection and poller.
  @inline(__always)
  func use(_ call: (Int32) -> Int64) -> Int64 {
    if CurrentProcess.isForkedChild { return Kernel.Failure.forked }
    let before = uses.add(2, ordering: .acquiring).oldValue
    defer {
      if uses.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { giveBack() }
    }
    return before & 1 == 0 ? call(number) : Kernel.Failure.badDescriptor
  }

  /// Makes a call on the descriptor without counting the call, for the owner that also closes the
  /// descriptor.
  @inline(__always)
  func useAsOwner(_ call: (Int32) -> Int64) -> Int64 { call(number) }

  /// Closes the descriptor when no call uses it. A second call of this function has no effect.
  func close() {
    let (before, _) = uses.bitwiseOr(1, ordering: .acquiringAndReleasing)
    if before == 0 { giveBack() }
  }

  /// A Boolean value that indicates whether the descriptor is closed or being closed.
  var isClosed: Bool { uses.load(ordering: .relaxed) & 1 == 1 }

  private func giveBack() {
    // Late calls also leave with a count of 1, and only the first of them closes the descriptor.
    guard uses.compareExchange(expected: 1, desired: 3, ordering: .acquiringAndReleasing).exchanged
    else { return }
    Kernel.close(number)
  }
}
