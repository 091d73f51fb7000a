import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer

/// Calls of all kinds, side by side, to servers that misbehave, by chance and by a seed.
///
/// Half of the calls are cancelled, suspended, or bounded by too short a time, and now and then a
/// server closes all of its connections. They go in rounds, and after each the session comes to
/// rest. Each call must end once, and as calls of its kind may; no request that may do something
/// twice is carried out twice; and at rest nothing is left: no connection, socket, waiting task,
/// timer, descriptor or file, nor memory beyond what the first rounds have left.
package struct LongRun: Sendable {
  /// What call number `n` is follows from this and from `n`.
  package var seed: UInt64
  /// How many rounds there are.
  package var rounds = 5
  /// After how many rounds what is left counts.
  package var warmUp = 2
  /// How long calls are begun in a round.
  package var roundTime = Duration.seconds(4)
  /// How many calls a round has at most.
  package var callsPerRound = Int.max
  /// How many calls are under way at once.
  package var callers = 48
  /// How many calls there are for each time that a server closes all of its connections.
  package var callsPerStorm = 400
  /// How long what must come to be so is waited for.
  package var patience = Duration.seconds(120)
  /// How many bytes more may be in use after the last round than after the warm-up; nil for any.
  package var memoryLimit: Int? = 8 << 20
  /// Whether descriptors are counted, which others in the process may open.
  package var checksDescriptors = true
  /// What is done wrong on purpose, which must be found out.
  package var breach: Breach?

  /// What can be done wrong on purpose.
  package enum Breach: String, CaseIterable, Sendable {
    /// A request that may do something twice is sent twice.
    case twice
    /// A call is suspended for good.
    case unended
    /// A descriptor is kept in each round.
    case descriptor
    /// Memory is kept in each round.
    case memory
  }

  /// Creates a run by a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// Goes through all rounds, with files in an empty folder; throws what went wrong.
  package func run(in folder: String) async throws -> Report {
    let findings = Findings()
    let began = ContinuousClock.now
    var sides: [Side] = []
    for security in [nil, try TestServer.Security.local()] {
      sides.append(try await Side(security, self, findings))
    }
    var rests: [Rest] = []
    var kept: [any Sendable] = []
    for round in 0..<rounds {
      await begin(sides, findings, folder)
      if let breach { kept.append(try await commit(breach, sides[0], round, folder)) }
      rests.append(try await rest(sides, findings, folder))
    }
    for side in sides { try await end(side) }
    let report = Report(
      seed: seed, duration: ContinuousClock.now - began, ends: findings.ends,
      carriedOut: findings.carriedOut, placedLate: findings.placedLateCount, rests: rests,
      connections: sides.map(\.server.connectionCount).reduce(0, +))
    try check(report, findings)
    withExtendedLifetime(kept) {}
    return report
  }

  /// Begins calls in a number of tasks, until the round's time is over or it has its number.
  private func begin(_ sides: [Side], _ findings: Findings, _ folder: String) async {
    let end = ContinuousClock.now + roundTime
    let last = callsPerRound == .max ? Int.max : findings.lastCall + callsPerRound
    for caller in 0..<callers {
      findings.callerBegins()
      let side = sides[caller / 2 % sides.count]
      Task(executorPreference: caller % 2 == 0 ? side.session.executor : nil) {
        while ContinuousClock.now < end, let id = findings.nextCall(upTo: last) {
          let call = Call(id, seed)
          let side = sides[call.isSecure ? 1 : 0]
          if id % callsPerStorm == 0 { side.server.closeConnections() }
          findings.began(call)
          findings.ended(call, await Caller(call, side.session, folder).run())
        }
        findings.callerEnds()
      }
    }
    // Who begins late in a full pool is waited for at rest.
    while ContinuousClock.now < end, findings.lastCall < last { await Self.pause() }
  }

  /// Does what must be found out; returns what is to be kept.
  private func commit(
    _ breach: Breach, _ side: Side, _ round: Int, _ folder: String
  ) async throws -> any Sendable {
    switch breach {
    case .twice:
      let request = HTTP.Request.post(
        .reference("plain/\(round)/8/0"), .bytes(Call.content(round, 8)))
      for _ in 0..<2 { try await side.session.send(request) }
      return 0
    case .unended:
      return side.session.start(.send(.get("plain/0/8/0")), isSuspended: true)
    case .descriptor:
      return try await TestServer(TestRoutes.answer)
    case .memory:
      return [UInt8](repeating: 1, count: 32 << 20)
    }
  }
}

// MARK: At rest

extension LongRun {
  /// Waits for all calls to end, and for nothing to be left of them.
  private func rest(_ sides: [Side], _ findings: Findings, _ folder: String) async throws -> Rest {
    try await wait { findings.openCalls.map { "calls have not ended: \($0)" } }
    for side in sides {
      try await wait {
        // Connections at rest are nothing that is left.
        if side.session.gauges.leased == 0 { side.server.closeConnections() }
        return side.remnant
      }
    }
    try await wait {
      let names = (try? Files.names(in: folder)) ?? ["?"]
      for name in names { take(name, in: folder, findings) }
      return names.isEmpty ? nil : "files: \(names)"
    }
    return try Rest()
  }

  /// Removes a file that was put in its place while its download was cancelled or out of time.
  ///
  /// It must be whole, and the call must have been one that may end so.
  private func take(_ name: String, in folder: String, _ findings: Findings) {
    guard let call = Int(name).map({ Call($0, seed) }), call.kind == .file,
      call.mayEnd("cancelled") || call.mayEnd("timed-out"),
      let content = try? Files.contents(of: "\(folder)/\(name)"), content == call.content
    else { return }
    try? Files.remove("\(folder)/\(name)")
    findings.placedLate()
  }

  /// Waits until nothing is left; throws what is.
  private func wait(until remnant: () -> String?) async throws {
    let end = ContinuousClock.now + patience
    while let words = remnant() {
      guard ContinuousClock.now < end else { throw Failure(seed: seed, words: words) }
      await Self.pause()
    }
  }

  /// Ends a side, of which nothing may be left.
  private func end(_ side: Side) async throws {
    let tasks = await side.session.shutdown()
    await side.server.shutdown()
    guard tasks == 0 else { throw Failure(seed: seed, words: "\(tasks) tasks outlive shutdown") }
  }

  /// Judges what all rounds have come to.
  private func check(_ report: Report, _ findings: Findings) throws {
    var words = findings.wrongs
    let early = report.rests.prefix(warmUp)
    if let last = report.rests.last, let first = early.last {
      let descriptors = early.map(\.descriptors).max() ?? 0
      if checksDescriptors, last.descriptors > descriptors {
        words.append("\(last.descriptors) descriptors, and \(descriptors) after the warm-up")
      }
      if let memoryLimit {
        let (heap, resident) = (
          last.heapByteCount - first.heapByteCount,
          last.residentByteCount - first.residentByteCount
        )
        if max(heap, resident / 2) > memoryLimit {
          words.append("\(heap) bytes more are in use than after the warm-up, resident \(resident)")
        }
      }
    }
    guard words.isEmpty else {
      throw Failure(seed: seed, words: words.joined(separator: "\n"))
    }
  }

  static func pause() async { try? await Task.sleep(for: .milliseconds(2)) }
}
