import ApusHTTP
import ApusNet
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The rules of retries: the failures, the delays, and the budget.
@Suite struct RetryRulesTests {
  private static let trial = RetryRules.Trial(
    method: .get, isKeyed: false, wasSent: true, hasBody: true)

  @Test func `the delay between retries doubles up to its limit and never overflows`() {
    var policy = HTTP.RetryPolicy(attempts: 10, budget: nil)
    policy.delay = .seconds(3)
    policy.delayLimit = .seconds(10)
    func waits(_ chance: Double) -> [Duration?] {
      var rules = RetryRules(policy)
      return (0..<4).map { _ in
        defer { rules.noteRetry() }
        return rules.wait(after: .noResponse, of: Self.trial, chance: chance)
      }
    }
    #expect(waits(1) == [3, 6, 10, 10].map { .seconds($0) })
    #expect(waits(0.5) == [1.5, 3, 5, 5].map { .seconds($0) })
    #expect(waits(0) == Array(repeating: .zero, count: 4))
    policy.delay = .seconds(Int64.max)
    policy.delayLimit = .seconds(Int64.max)
    #expect(waits(0) == Array(repeating: .zero, count: 4))
    policy.delay = .seconds(-9)
    #expect(waits(1) == Array(repeating: .zero, count: 4))
  }

  @Test func `a retry waits for the whole Retry-After time plus a random time`() {
    var policy = HTTP.RetryPolicy(attempts: 2, budget: nil)
    policy.delay = .seconds(3)
    let head = HTTP.ResponseHead(503, fields: ["Retry-After": "7"])
    for (chance, seconds) in [(0.0, 7), (1, 10)] {
      let wait = RetryRules(policy).wait(
        after: head, at: HTTP.Date(secondsSinceEpoch: 0), of: Self.trial, chance: chance)
      #expect(wait == .seconds(seconds))
    }
  }

  @Test func `cancelling the wait for a retry throws a cancellation error`() async throws {
    let retries = Retries()
    let loop = try EventLoop.shared()
    let task = Task {
      do throws(HTTPSessionError.Reason) {
        try await retries.wait(until: .after(.seconds(600)), on: loop)
        return HTTPSessionError.Reason?.none
      } catch {
        return error
      }
    }
    while retries.waiting == 0 { await Pause.brief() }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(retries.waiting == 0)
  }

  @Test func `each phase with a timeout belongs to one class of retried failures`() {
    typealias Failure = HTTP.RetryPolicy.Failure
    let phases: [(HTTPSession.Phase, Failure?)] = [
      (.queue, nil), (.resolve, .connecting), (.connect, .connecting), (.tls, .connecting),
      (.firstByte, .silence), (.head, .silence), (.idle, .silence), (.slow, nil), (.total, nil),
    ]
    for (phase, failure) in phases {
      #expect(Failure(.timedOut(phase), wasSent: false) == failure)
    }
    let others: [HTTPSessionError.Reason] = [
      .cancelled, .unknownHost("a"), .queueFull(limit: 1), .shutDown, .requestBody, .stub,
      .response(.invalidContentLength), .bodySpent, .bodyTooLong(limit: 1),
    ]
    for reason in others { #expect(Failure(reason, wasSent: true) == nil, "\(reason)") }
    #expect(Failure(.noResponse, wasSent: true) == .broken)
    #expect(Failure(.response(.truncated(.head, at: 1)), wasSent: true) == .broken)
    #expect(Failure(.response(.truncated(.body, at: 1)), wasSent: true) == .broken)
  }

  @Test func `beyond the maximum number of hosts the fullest retry budget is removed`()
    throws
  {
    var budget = RetryBudget()
    func origin(_ number: Int) throws -> HTTP.Origin {
      try HTTP.URL("http://h\(number).test").origin
    }
    for number in 0..<RetryBudget.hostLimit {
      // The first one has used less than any other.
      for _ in 0..<(number == 0 ? 1 : 2) {
        let isGiven = budget.take(from: try origin(number))
        #expect(isGiven)
      }
    }
    #expect(budget.left.count == RetryBudget.hostLimit)
    let last = try origin(RetryBudget.hostLimit)
    let isGiven = budget.take(from: last)
    #expect(isGiven)
    #expect(budget.left.count == RetryBudget.hostLimit)
    #expect(budget.left[try origin(0)] == nil && budget.left[last] == 9)
    // One that is full again is not kept, and none has more than there is in store.
    budget.give(3, to: last)
    #expect(budget.left[last] == nil)
    budget.give(1, to: last)
    #expect(budget.left[last] == nil)
    budget.give(-5, to: try origin(1))
    #expect(budget.left[try origin(1)] == 8)
  }
}
