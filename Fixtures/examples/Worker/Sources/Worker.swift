// A worker that sends jobs to a service with retries and a circuit breaker.
//
// A retry repeats a request that failed for a moment. A circuit breaker stops all requests for a
// time after several failures in a row: the service can recover, and jobs fail at once.
//
//     swift run Worker [URL]
//
// Without a URL, the program starts a service that fails the first request, and later all of them.

import Apus
import ApusTestServer
import Synchronization

/// Counts failures in a row, and rejects requests while there are too many.
final class CircuitBreaker: Sendable {
  struct Open: Error {}

  private struct State {
    var failureCount = 0
    var openUntil: ContinuousClock.Instant?
  }

  private let state = Mutex(State())
  private let limit: Int
  private let pause: Duration

  init(failures limit: Int, pause: Duration) {
    self.limit = limit
    self.pause = pause
  }

  /// An interceptor of calls: it runs once for a call with all of its retries.
  var interceptor: HTTPSession.Interceptor {
    HTTPSession.Interceptor { request, next in
      try self.checkClosed()
      do {
        let answer = try await next(request)
        self.record(isFailure: answer.status.code >= 500)
        return answer
      } catch {
        self.record(isFailure: true)
        throw error
      }
    }
  }

  private func checkClosed() throws(Open) {
    let openUntil = state.withLock { $0.openUntil }
    if let openUntil, ContinuousClock.now < openUntil { throw Open() }
  }

  private func record(isFailure: Bool) {
    state.withLock { state in
      state.failureCount = isFailure ? state.failureCount + 1 : 0
      let isOpen = state.failureCount >= limit
      state.openUntil = isOpen ? ContinuousClock.now + pause : nil
    }
  }
}

/// The statuses of the service: an outage of one request, and later one without an end.
final class Outages: Sendable {
  private let count = Mutex(0)

  var nextStatus: HTTP.Status {
    count.withLock { count in
      count += 1
      return (2...4).contains(count) ? 200 : 503
    }
  }
}

@main
struct Worker {
  static func main() async throws {
    let outages = Outages()
    let server = try await TestServer { _ in .response(HTTP.Response(outages.nextStatus)) }

    let breaker = CircuitBreaker(failures: 2, pause: .seconds(60))
    let service = try HTTPSession(CommandLine.arguments.dropFirst().first ?? server.url) {
      settings in
      settings.retry = .idempotent(attempts: 2, budget: nil)
      settings.retry.delay = .milliseconds(10)
      settings.callInterceptors = [breaker.interceptor]
    }

    for job in 1...7 {
      do {
        // A key makes the job idempotent, so that the session may repeat the POST.
        let request = HTTP.Request.post("jobs", .json(["job": job])).withIdempotencyKey(
          "job-\(job)")
        try await service.send(request, within: .seconds(10))
        print("job \(job): done")
      } catch let error as HTTPSessionError where error.underlying is CircuitBreaker.Open {
        print("job \(job): postponed, the circuit is open")
      } catch {
        print("job \(job): failed: \(error)")
      }
    }
    print("the service received \(server.requestCount) requests")

    await service.shutdown(within: .seconds(5))
    await server.shutdown()
  }
}
