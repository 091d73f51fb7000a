import ApusHTTP
import ApusNet
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// A monitor that keeps every event, and moves a clock by a second at each.
final class EventNotes: HTTPSession.Monitor {
  private let state = Lock<[HTTPSession.Event]>([])
  let clock = ManualClock()

  func note(_ event: HTTPSession.Event) {
    // The gauges have a test of their own.
    if case .pool = event.kind { return }
    state.withLock { $0.append(event) }
    clock.advance(by: .seconds(1))
  }

  var events: [HTTPSession.Event] { state.withLock(\.self) }

  /// The events of a call, or of none, each as a word.
  func words(of call: Int?) -> [String] {
    events.filter { $0.call == call }.map { Self.word($0.kind) }
  }

  /// The timelines of the calls that have ended, in the order of their ends.
  var timelines: [HTTPSession.Timeline] {
    events.compactMap { if case .ended(let timeline, _) = $0.kind { timeline } else { nil } }
  }

  static func word(_ kind: HTTPSession.Event.Kind) -> String {
    switch kind {
    case .began(let request): "began \(request.method.name) \(request.target.text)"
    case .stored: "stored"
    case .queued: "queued"
    case .attempt(let number, let isReused): "attempt \(number) \(isReused ? "reused" : "new")"
    case .sending(let count): count > 0 ? "sending" : "sending nothing"
    case .uploading(let completed, let total): "uploading \(completed)/\(total ?? -1)"
    case .sent: "sent"
    case .answering: "answering"
    case .informational(let head): "informational \(head.status.code)"
    case .head(let head): "head \(head.status.code)"
    case .redirected(let redirect): "redirected \(redirect.destination.path)"
    case .challenged(let status): "challenged \(status.code)"
    case .replaying: "replaying"
    case .waiting: "waiting"
    case .continued(let start, let total): "continued \(start)/\(total)"
    case .receiving(let completed): "receiving \(completed)"
    case .ended(_, let reason): reason.map { "ended \($0.code)" } ?? "ended"
    case .saved(let path): "saved \(path.split(separator: "/").last ?? "")"
    case .notSaved(let reason): "not saved \(reason.code.name)"
    case .decoded(let type, let serializer, let count):
      "decoded \(count) as \(type ?? "nothing") by \(serializer)"
    case .refused(let reason, let serializer):
      "refused \(reason.code.name) by \(serializer ?? "none")"
    case .suspended(let task): "suspended \(task)"
    case .resumed(let task): "resumed \(task)"
    case .dialling(_, let dial): "dialling \(word(dial))"
    case .closed: "closed"
    case .pool(let gauges): "\(gauges.open) open, \(gauges.waiting) waiting"
    case .ignored(let setting): "ignored \(setting.value)"
    case .shutDown: "shut down"
    }
  }

  private static func word(_ dial: HTTPSession.Event.Dial) -> String {
    switch dial {
    case .lookingUp: "lookingUp"
    case .connecting: "connecting"
    case .connected: "connected"
    case .tunnelled: "tunnelled"
    case .secured: "secured"
    case .failed(let reason): "failed \(reason.code.name)"
    }
  }
}

extension MemoryServer {
  /// Returns a server that sends the response at each request's number, over all connections; nil
  /// closes the connection.
  static func answering(_ answers: [String?]) throws -> MemoryServer {
    let count = Lock(0)
    return try MemoryServer { peer in
      while try await peer.readHead() != nil {
        let number = count.withLock { count in
          count += 1
          return count
        }
        guard number <= answers.count, let answer = answers[number - 1] else { return }
        try await peer.write(answer)
      }
    }
  }
}
