internal import Synchronization

/// The one owner of a file descriptor.
///
/// A call on the descriptor and its closing may come from two threads. The number is given back to
/// the kernel only when no call uses it, because the kernel hands it out again at once, and a
/// call that came late would reach a stranger's file or socket.
final class Descriptor: Sendable {
  private let number: Int32
  /// How many calls use the number, twice, plus one once it is to be closed.
  private let uses = Atomic<UInt32>(0)

  /// Takes over an open descriptor.
  init(_ number: Int32) { self.number = number }

  /// Takes over what a call has opened, or throws why it has not.
  init(opened result: Int64, by call: String, _ subject: String = "") throws(NetError) {
    guard result >= 0 else { throw NetError(call, subject, result: result) }
    number = Int32(truncatingIfNeeded: result)
    if CurrentProcess.isForkedChild { throw .forked }
  }

  deinit { close() }

  /// Makes a call on the descriptor, or answers `EBADF` once it is closed.
  ///
  /// A child of `fork` shares it with its parent, whose connection and poller it would disturb.
  @inline(__always)
  func use(_ call: (Int32) -> Int64) -> Int64 {
    if CurrentProcess.isForkedChild { return Kernel.Failure.forked }
    let before = uses.add(2, ordering: .acquiring).oldValue
    defer {
      if uses.subtract(2, ordering: .acquiringAndReleasing).newValue == 1 { giveBack() }
    }
    return before & 1 == 0 ? call(number) : Kernel.Failure.badDescriptor
  }

  /// Makes a call for the only one who closes the descriptor, so that it need not be counted.
  @inline(__always)
  func useAsOwner(_ call: (Int32) -> Int64) -> Int64 { call(number) }

  /// Closes the descriptor once no call uses it; a second time does nothing.
  func close() {
    let (before, _) = uses.bitwiseOr(1, ordering: .acquiringAndReleasing)
    if before == 0 { giveBack() }
  }

  /// Whether the descriptor is closed, or about to be.
  var isClosed: Bool { uses.load(ordering: .relaxed) & 1 == 1 }

  private func giveBack() {
    // Calls that come late pass through 1 again, when they leave; the first one there closes.
    guard uses.compareExchange(expected: 1, desired: 3, ordering: .acquiringAndReleasing).exchanged
    else { return }
    Kernel.close(number)
  }
}
