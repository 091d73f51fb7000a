import ApusHTTP
import ApusNet
import ApusSession
import ApusTestServer

/// Concurrent calls of all kinds, to servers with random faults, by a seed.
///
/// Half of the calls are cancelled, suspended, or limited by a short timeout, and sometimes a
/// server closes all of its connections. They run in rounds, and after each the session becomes
/// idle. Each call must end once, in a permitted way for its kind; no request with side effects is
/// executed twice; and an idle session has no connection, socket, waiting task, timer, descriptor
/// or file, and no more memory than after the first rounds.
package struct LongRun: Sendable {
  /// Call number `n` is determined by this and by `n`.
  package var seed: UInt64
  /// The number of rounds.
  package var rounds = 5
  /// The number of rounds before the remaining memory counts.
  package var warmUp = 2
  /// The time in which calls begin in a round.
  package var roundTime = Duration.seconds(4)
  /// The maximum number of calls in a round.
  package var callsPerRound = Int.max
  /// The number of concurrent calls.
  package var callers = 48
  /// The number of calls for each time that a server closes all of its connections.
  package var callsPerStorm = 400
  /// The maximum wait for each condition.
  package var patience = Duration.seconds(120)
  /// The number of additional bytes after the last round, compared with the warm-up; nil for any.
  package var memoryLimit: Int? = 8 << 20
  /// A Boolean value that indicates whether descriptors are counted, which other code in the
  /// process may open.
  package var checksDescriptors = true
  /// The intended error, which must be detected.
  package var breach: Breach?

  /// The errors that can be made on purpose.
  package enum Breach: String, CaseIterable, Sendable {
    /// A request with side effects is sent twice.
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

  /// Runs all rounds, with files in an empty folder; throws the errors.
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
    // A late call in a full pool is awaited at rest.
    while ContinuousClock.now < end, findings.lastCall < last { await Self.pause() }
  }

  /// Makes the error that must be detected; returns an object to keep.
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
  /// Waits until all calls have ended, and no resource remains.
  private func rest(_ sides: [Side], _ findings: Findings, _ folder: String) async throws -> Rest {
    try await wait { findings.openCalls.map { "calls have not ended: \($0)" } }
    for side in sides {
      try await wait {
        // Idle connections are not leaks.
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

  /// Waits until no resource remains; throws the remaining ones.
  private func wait(until remnant: () -> String?) async throws {
    let end = ContinuousClock.now + patience
    while let words = remnant() {
      guard ContinuousClock.now < end else { throw Failure(seed: seed, words: words) }
      await Self.pause()
    }
  }

  /// Ends a side, which must leave no resource.
  private func end(_ side: Side) async throws {
    let tasks = await side.session.shutdown()
    await side.server.shutdown()
    guard tasks == 0 else { throw Failure(seed: seed, words: "\(tasks) tasks outlive shutdown") }
  }

  /// Checks the results of all rounds.
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
