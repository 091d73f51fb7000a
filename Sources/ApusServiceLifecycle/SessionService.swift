#if ServiceLifecycle
  internal import ApusNet
  public import ApusSession
  public import ServiceLifecycle

  /// A service of swift-service-lifecycle that shuts a session down within a time limit.
  ///
  ///     let api = SessionService(session, within: .seconds(10))
  ///     let group = ServiceGroup(
  ///       services: [api, server, api.countdown], gracefulShutdownSignals: [.sigterm],
  ///       logger: logger)
  ///     try await group.run()
  ///
  /// A service group shuts its services down one after another, beginning with the last service in
  /// the list. If the session precedes the server in the list, the session is shut down after the
  /// server's requests have ended. The time limit for these requests begins when the last service,
  /// `countdown`, is shut down. When the time limit expires, the calls of the session fail with the
  /// code `shutDown`, so a hanging upstream server cannot delay the process.
  public final class SessionService: Service {
    private let session: HTTPSession
    private let bound: Duration
    private let state = Lock(State())

    private struct State {
      var start: ContinuousClock.Instant?
      var timer: Task<Void, Never>?
      var isOver = false
    }

    /// Creates a service that shuts down a session.
    ///
    /// - Parameters:
    ///   - session: The session, which the service shuts down.
    ///   - bound: The time limit for calls in progress. The time begins with the shutdown of
    ///     `countdown`, or with the shutdown of this service if the group has no countdown. The
    ///     default is 20 seconds.
    public init(_ session: HTTPSession, within bound: Duration = .seconds(20)) {
      self.session = session
      self.bound = bound
    }

    /// Waits for the graceful shutdown, and then shuts the session down.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The calls in progress then fail at
    ///   once.
    public func run() async throws {
      do { try await gracefulShutdown() } catch {
        await end(within: .zero)
        throw error
      }
      let start = state.withLock(\.start) ?? .now
      await end(within: max(.zero, bound - (ContinuousClock.now - start)))
    }

    private func end(within duration: Duration) async {
      await session.shutdown(within: duration)
      let timer = state.withLock { state in
        state.isOver = true
        return state.timer
      }
      timer?.cancel()
    }

    /// A service whose shutdown starts the time limit of the session service. In the list of
    /// services, this service must follow all servers.
    public var countdown: some Service { Countdown(service: self) }

    private struct Countdown: Service {
      let service: SessionService

      func run() async throws {
        try await gracefulShutdown()
        service.beginCountdown()
      }
    }

    /// Starts the time limit of the session's calls once. New calls are possible until the time
    /// limit has expired.
    private func beginCountdown() {
      let (session, bound) = (session, bound)
      state.withLock { state in
        guard state.start == nil, !state.isOver else { return }
        state.start = .now
        state.timer = Task {
          guard (try? await EventLoop.shared().sleep(until: .after(bound))) != nil else { return }
          await session.shutdown()
        }
      }
    }
  }

  /// The conformance that makes a session a service, which is shut down within 20 seconds.
  ///
  ///     let group = ServiceGroup(services: [session, server], logger: logger)
  ///
  /// The type `SessionService` supports a different time limit, and a countdown that begins with
  /// the shutdown of the group.
  extension HTTPSession: Service {
    /// Waits for the graceful shutdown, and then shuts the session down within 20 seconds.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The calls in progress then fail at
    ///   once.
    public func run() async throws { try await SessionService(self).run() }
  }
#else
  /// A session service, which requires the package trait `ServiceLifecycle`.
  @available(*, unavailable, message: "enable the trait ServiceLifecycle of the package apus")
  public struct SessionService {
    /// Creates a session service, which requires the package trait `ServiceLifecycle`.
    public init() {}
  }
#endif
