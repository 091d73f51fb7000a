internal import Synchronization

/// The single owner of a file descriptor.
///
/// One thread may close the descriptor while another thread uses it. The descriptor is closed in
/// the kernel only when no system call uses it. The kernel reuses descriptor numbers immediately,
/// so a late call would otherwise reach an unrelated file or socket.
final class Descriptor: Sendable {
  private let number: Int32
  /// Twice the number of system calls in progress on the descriptor, plus one if the descriptor is
  /// being closed.
  private let uses = Atomic<UInt32>(0)

  /// Takes ownership of an open file descriptor.
  init(_ number: Int32) { self.number = number }

  /// Takes ownership of the file descriptor that a system call has opened, or throws the error of
  /// the call.
  init(opened result: Int64, by call: String, _ subject: String = "") throws(NetError) {
    guard result >= 0 else { throw NetError(call, subject, result: result) }
    number = Int32(truncatingIfNeeded: result)
    if CurrentProcess.isForkedChild { throw .forked }
  }

  deinit { close() }

  /// Makes a system call on the file descriptor. Returns `EBADF` if the descriptor is closed.
  ///
  /// In a child of `fork`, the function returns `EBADF` without a system call, because the call
  /// would disturb the parent's connection and poller.
  @inline(__always)
  func use(_ call: (Int32) -> Int64) -> Int64 {
    if CurrentProcess.isForkedChild { return Kernel.Failure.forked }
    let before = uses.add(2, ordering: .acquiring).oldValue
    defer {
      if uses.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { giveBack() }
    }
    return before & 1 == 0 ? call(number) : Kernel.Failure.badDescriptor
  }

  /// Makes a system call on the file descriptor without a use count. Only the thread that closes
  /// the descriptor may call this function.
  @inline(__always)
  func useAsOwner(_ call: (Int32) -> Int64) -> Int64 { call(number) }

  /// Closes the file descriptor when no system call uses it. A second call of this function has no
  /// effect.
  func close() {
    let (before, _) = uses.bitwiseOr(1, ordering: .acquiringAndReleasing)
    if before == 0 { giveBack() }
  }

  /// A Boolean value that indicates whether the descriptor is closed or being closed.
  var isClosed: Bool { uses.load(ordering: .relaxed) & 1 == 1 }

  private func giveBack() {
    // Several late calls may end with a use count of 1, and only the first of these calls closes
    // the descriptor.
    guard uses.compareExchange(expected: 1, desired: 3, ordering: .acquiringAndReleasing).exchanged
    else { return }
    Kernel.close(number)
  }
}
