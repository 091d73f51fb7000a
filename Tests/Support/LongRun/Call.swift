import ApusHTTP

/// One call: its request, its treatment meanwhile, and its permitted ends.
struct Call: Sendable {
  /// The behavior of the server.
  enum Kind: String, CaseIterable, Sendable {
    /// It answers.
    case plain
    /// It redirects with 302, as often as the number at the path's end.
    case hops
    /// It redirects with 307, so that content is sent again.
    case moved
    /// It carries the request out, and redirects with 303 to the answer.
    case other
    /// It requires a credential first.
    case door
    /// It answers in pieces, with pauses between.
    case drip
    /// It responds after informational responses.
    case hints
    /// It responds, and announces that it closes the connection.
    case last
    /// It responds, and sends unsolicited bytes after that.
    case stray
    /// It resets, cuts or ends the connection after so many bytes of the answer.
    case reset, cut, finish
    /// It sends a chunk with a size that is none.
    case chunk
    /// It is silent.
    case silence
    /// It answers 503.
    case unavailable
    /// It answers, and the content is read in part.
    case part
    /// It sends a file, usually truncated; the download resumes.
    case file
  }

  /// The treatment of a running call.
  enum Treatment: Sendable {
    case none
    /// Its task is cancelled after so many microseconds.
    case cancelled(after: Int)
    /// It is started as a task of the session, which is controlled by these steps.
    case handled([Step], isSuspended: Bool)
  }

  enum Step: CaseIterable, Sendable { case suspend, resume, hurry, pause, cancel }

  let id: Int
  let kind: Kind
  let isSecure: Bool
  let method: HTTP.Method
  /// The length of the content, both ways.
  let count: Int
  /// The number at the path's end.
  let detail: Int
  let treatment: Treatment
  let limit: Duration?

  init(_ id: Int, _ seed: UInt64) {
    var chance = Chance(seed, UInt64(id))
    self.id = id
    isSecure = chance.below(3) == 0
    // Half of them are plain, so that connections are also used again.
    kind = chance.below(2) == 0 ? .plain : Kind.allCases[chance.below(Kind.allCases.count)]
    let isRead = [.hops, .part, .file].contains(kind)
    method = isRead ? .get : [.get, .get, .post, .post, .put][chance.below(5)]
    count = kind == .drip ? 16 : chance.below(4) == 0 ? chance.below(100_000) : chance.below(2_000)
    detail = kind == .hops ? chance.below(5) : chance.below(count + 300)
    treatment =
      switch chance.below(10) {
      case 0...2: .cancelled(after: chance.below(4) * chance.below(2_000))
      case 3...4:
        .handled(
          (0..<chance.below(8)).map { _ in Step.allCases[chance.below(Step.allCases.count)] },
          isSuspended: chance.below(3) == 0)
      default: .none
      }
    let isBounded = chance.below(10) == 0
    limit =
      kind == .silence
      ? .milliseconds(5 + chance.below(40))
      : isBounded ? .milliseconds(1 + chance.below(15)) : nil
  }

  /// Returns the content of a call, both ways: its number, and unique bytes.
  static func content(_ id: Int, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: id), count: count)
    for index in 0..<min(8, count) { bytes[index] = UInt8(truncatingIfNeeded: id >> (8 * index)) }
    return bytes
  }

  var content: [UInt8] { Self.content(id, count) }

  var target: HTTP.Target {
    .reference("\(kind.rawValue)/\(id)/\(count)/\(kind == .moved ? 1 : detail)")
  }

  var request: HTTP.Request {
    HTTP.Request(method, target, body: method == .get ? .empty : .bytes(content))
  }

  /// Returns whether a call may end so: `right`, or the code of an error.
  func mayEnd(_ code: String) -> Bool {
    switch code {
    case "right": ![.silence, .unavailable, .chunk].contains(kind)
    case "cancelled": isCancelled
    case "status": kind == .unavailable
    // A server closes all of its connections at any time.
    case "cannot-connect", "connection-lost", "tls", "invalid-response": true
    default: limit != nil && code.utf8.starts(with: "timed-out".utf8)
    }
  }

  private var isCancelled: Bool {
    switch treatment {
    case .none: false
    case .cancelled: true
    case .handled(let steps, _): steps.contains(.cancel) || kind == .part
    }
  }
}
