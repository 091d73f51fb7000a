import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// A text chart that shows the phases of each attempt of a call as bars.
struct Waterfall {
  /// A phase of an attempt with its name, start and duration.
  struct Phase: Equatable {
    let name: String
    let start: Duration
    let length: Duration
  }

  let timeline: HTTPSession.Timeline

  /// The maximum width of a bar, and the number of columns of a line that are not part of the bar.
  private static let (barLimit, textColumnCount) = (40, 29)

  /// Returns the lines of the bar chart, which fit into the width of the terminal.
  func lines(columnCount: Int) -> [String] {
    let width = min(Self.barLimit, max(0, columnCount - Self.textColumnCount))
    let whole = max(timeline.duration.microseconds, 1)
    let status = timeline.status.map { "status \($0.code)" } ?? "no response"
    var lines = ["* \(timeline.duration.millisecondText) ms, \(status)"]
    for attempt in timeline.attempts {
      lines.append("* " + Self.title(attempt))
      for phase in phases(of: attempt) {
        let bar = Self.bar(phase, of: whole, width: width)
        let time = phase.length.millisecondText
        lines.append(
          "*   " + Self.padded(phase.name, 12) + bar
            + String(repeating: " ", count: max(1, 9 - time.utf8.count)) + time + " ms")
      }
    }
    return lines
  }

  private static func title(_ attempt: HTTPSession.Timeline.Attempt) -> String {
    var parts = ["attempt \(attempt.number)"]
    if let dial = attempt.dial, !dial.address.utf8.isEmpty { parts.append(dial.address) }
    if attempt.isReused { parts.append("on an open connection") }
    if let status = attempt.status { parts.append("status \(status.code)") }
    return parts.joined(separator: ", ")
  }

  /// Returns the phases of an attempt in their order.
  func phases(of attempt: HTTPSession.Timeline.Attempt) -> [Phase] {
    var phases: [Phase] = []
    let leased = attempt.leased ?? attempt.sending ?? .zero
    if let dial = attempt.dial {
      let parts: [(String, Duration?)] = [
        ("name", dial.lookUp), ("connect", dial.connect), ("proxy", dial.tunnel), ("TLS", dial.tls),
      ]
      // The connection may have been established before the request.
      var start = max(.zero, leased - parts.reduce(.zero) { $0 + ($1.1 ?? .zero) })
      for case (let name, let length?) in parts {
        phases.append(Phase(name: name, start: start, length: length))
        start += length
      }
    } else if let queued = attempt.queued, leased > queued {
      phases.append(Phase(name: "wait", start: queued, length: leased - queued))
    }
    let isLast = attempt.number == timeline.attempts.last?.number
    let moments: [(String, Duration?, Duration?)] = [
      ("send", attempt.sending, attempt.sent), ("first byte", attempt.sent, attempt.firstByte),
      ("body", attempt.head, isLast ? timeline.end : nil),
    ]
    for case (let name, let start?, let end?) in moments {
      phases.append(Phase(name: name, start: start, length: max(.zero, end - start)))
    }
    return phases
  }

  private static func bar(_ phase: Phase, of whole: Int64, width: Int) -> String {
    guard width > 0 else { return "" }
    // The product cannot overflow, because a call takes less than a hundred years and a bar has at
    // most 40 columns.
    let start = min(Int(phase.start.microseconds * Int64(width) / whole), width - 1)
    let length = max(1, Int(phase.length.microseconds * Int64(width) / whole))
    let end = min(width, start + length)
    return String(repeating: " ", count: start) + String(repeating: "=", count: end - start)
      + String(repeating: " ", count: width - end)
  }

  private static func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - text.utf8.count))
  }
}

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
