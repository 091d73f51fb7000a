import ApusNet
import ApusSession

/// The timelines of a session's calls, in the order of their ends.
final class TimelineLog: HTTPSession.Monitor {
  private let ended = Lock<[HTTPSession.Timeline]>([])

  var timelines: [HTTPSession.Timeline] { ended.withLock(\.self) }

  func note(_ event: HTTPSession.Event) {
    guard case .ended(let timeline, _) = event.kind else { return }
    ended.withLock { $0.append(timeline) }
  }
}

extension Duration {
  /// The time in milliseconds with one digit after the point.
  var millisecondText: String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
