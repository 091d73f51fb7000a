import ApusNet
import ApusSession

/// A monitor that collects the timelines of a session's calls in the order in which the calls end.
final class TimelineLog: HTTPSession.Monitor {
  private let ended = Lock<[HTTPSession.Timeline]>([])

  var timelines: [HTTPSession.Timeline] { ended.withLock(\.self) }

  func note(_ event: HTTPSession.Event) {
    guard case .ended(let timeline, _) = event.kind else { return }
    ended.withLock { $0.append(timeline) }
  }
}

extension Duration {
  /// The duration in milliseconds with one digit after the decimal point.
  var millisecondText: String {
    let tenths = (microseconds + 50) / 100
    return "\(tenths / 10).\(tenths % 10)"
  }
}
