package import ApusNet

/// A limit for the speed at which the content of responses is received.
///
/// The reader waits after each part of the content until the part is due at the permitted speed. A
/// pause of the server does not permit a higher speed later. The waiting time does not count as
/// waiting for the server, so only the timeout of the whole request applies to it.
package final class ByteRateLimit: Sendable {
  /// The permitted number of bytes in a second, which is at least 1.
  private let byteCount: Int
  private let loop: EventLoop
  /// The end of the time limit for the whole request.
  private let deadline: Deadline
  /// The time when all received bytes are due.
  private let due = Lock(Deadline?.none)

  /// The shortest wait. Shorter waits are added up, because each wait costs processor time.
  private static let shortestWait: Duration = .milliseconds(1)

  /// Creates a limit for the number of bytes in a second.
  ///
  /// - Parameters:
  ///   - byteCount: The permitted number of bytes in a second.
  ///   - deadline: The end of the time limit for the whole request, at which each wait fails.
  ///   - loop: The event loop on which the reader waits.
  package init(
    byteCountPerSecond byteCount: Int, until deadline: Deadline, on loop: EventLoop
  ) {
    precondition(byteCount > 0, "a rate limit of at least one byte in a second")
    self.byteCount = byteCount
    self.deadline = deadline
    self.loop = loop
  }

  /// The maximum number of bytes that a reader passes on between two waits, which is the number of
  /// bytes in a tenth of a second.
  package var partByteCount: Int { max(1, byteCount / 10) }

  /// Waits until received bytes are due.
  ///
  /// - Throws: An error if the task is cancelled, or if the whole request takes longer than its
  ///   time limit.
  package func wait(for received: Int) async throws(HTTPSessionError.Reason) {
    let cost = Duration.seconds(Double(received) / Double(byteCount))
    let now = loop.time.now
    let end = due.withLock { due in
      let end = max(due ?? now, now) + cost
      due = end
      return end
    }
    guard end > now + Self.shortestWait else { return }
    do throws(NetError) {
      try await loop.sleep(until: min(end, deadline))
    } catch {
      throw error == .cancelled ? .cancelled : .shutDown
    }
    guard end < deadline else { throw .timedOut(.total) }
  }
}
