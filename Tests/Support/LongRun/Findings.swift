import ApusNet
import ApusSession

/// The results of calls and servers, with the errors.
final class Findings: Sendable {
  private struct State {
    var lastCall = 0
    var callers = 0
    var open: Set<Int> = []
    var ends: [String: [String: Int]] = [:]
    var wrongs: [String] = []
    var carriedOut = 0
    var placedLate = 0
    /// A bit for each call, set once it was carried out.
    var bits: [UInt64] = []
  }

  private let state = Lock(State())

  /// The number of the call that was begun last.
  var lastCall: Int { state.withLock(\.lastCall) }
  /// The number of calls with each end, by their kind and the code of the end.
  var ends: [String: [String: Int]] { state.withLock(\.ends) }
  /// The first errors.
  var wrongs: [String] { state.withLock(\.wrongs) }
  /// The number of executed requests with side effects.
  var carriedOut: Int { state.withLock(\.carriedOut) }

  /// The number of files that were placed although their downloads had already failed.
  var placedLateCount: Int { state.withLock(\.placedLate) }

  /// The unfinished calls and callers; nil if there are none.
  var openCalls: String? {
    state.withLock { state in
      guard state.callers > 0 || !state.open.isEmpty else { return nil }
      return "\(state.callers) callers, \(state.open.sorted().prefix(20))"
    }
  }

  func callerBegins() { state.withLock { $0.callers += 1 } }

  func callerEnds() { state.withLock { $0.callers -= 1 } }

  /// Returns the number of the next call; nil if there is none.
  func nextCall(upTo last: Int) -> Int? {
    state.withLock { state in
      guard state.lastCall < last else { return nil }
      state.lastCall += 1
      return state.lastCall
    }
  }

  func began(_ call: Call) { state.withLock { _ = $0.open.insert(call.id) } }

  func ended(_ call: Call, _ code: String) {
    state.withLock { state in
      state.open.remove(call.id)
      state.ends[call.kind.rawValue, default: [:]][code, default: 0] += 1
      if !call.mayEnd(code) { Self.add("\(call) has ended as \(code)", to: &state) }
    }
  }

  /// Notes that a request with side effects was executed.
  func carriedOut(_ id: Int) {
    state.withLock { state in
      let (index, bit) = (id / 64, UInt64(1) << UInt64(id % 64))
      while state.bits.count <= index { state.bits.append(0) }
      if state.bits[index] & bit != 0 { Self.add("\(id) was carried out twice", to: &state) }
      state.bits[index] |= bit
      state.carriedOut += 1
    }
  }

  /// Notes that a file was put in its place though its download had failed by then.
  func placedLate() { state.withLock { $0.placedLate += 1 } }

  /// Notes an error.
  func wrong(_ words: String) { state.withLock { Self.add(words, to: &$0) } }

  private static func add(_ words: String, to state: inout State) {
    if state.wrongs.count < 20 { state.wrongs.append(words) }
  }
}

/// Sees that each call of a session ends once.
final class Endings: HTTPSession.Monitor {
  private let open = Lock<Set<Int>>([])
  private let findings: Findings

  init(_ findings: Findings) { self.findings = findings }

  /// The number of calls that have begun and not ended.
  var openCount: Int { open.withLock(\.count) }

  func note(_ event: HTTPSession.Event) {
    guard let call = event.call else { return }
    switch event.kind {
    case .began:
      if !open.withLock({ $0.insert(call).inserted }) { findings.wrong("\(call) began twice") }
    case .ended:
      if open.withLock({ $0.remove(call) }) == nil { findings.wrong("\(call) ended twice") }
    default: break
    }
  }
}

/// Numbers by chance, the same ones for each seed.
package struct Chance: Sendable {
  private var state: UInt64

  package init(_ seed: UInt64, _ stream: UInt64) { state = seed &+ stream &* 0xda94_2042_e4dd_58b5 }

  /// Returns a number from zero to one below the limit.
  package mutating func below(_ limit: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return Int((value ^ value >> 31) % UInt64(limit))
  }
}
