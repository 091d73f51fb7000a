#if ServiceLifecycle
  internal import ApusNet
  public import ApusSession
  public import ServiceLifecycle

  /// A session as a service of swift-service-lifecycle, which is shut down within a bound.
  ///
  ///     let api = SessionService(session, within: .seconds(10))
  ///     let group = ServiceGroup(
  ///       services: [api, server, api.countdown], gracefulShutdownSignals: [.sigterm],
  ///       logger: logger)
  ///     try await group.run()
  ///
  /// A group shuts its services down one by one, the last one in the list first. With the session
  /// before the server, the session is shut down after the requests of the server have ended. The
  /// time that they may take begins when `countdown`, the last service, is shut down: after it, the
  /// calls of the session fail with the code `shutDown`, so that an upstream that hangs cannot hold
  /// the process.
  public final class SessionService: Service {
    private let session: HTTPSession
    private let bound: Duration
    private let state = Lock(State())

    private struct State {
      var start: ContinuousClock.Instant?
      var timer: Task<Void, Never>?
      var isOver = false
    }

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - session: The session, which the service shuts down.
    ///   - bound: The time that calls in progress may take, from the shutdown of `countdown` on, or
    ///     of this service if the group has no countdown. The default is 20 seconds.
    public init(_ session: HTTPSession, within bound: Duration = .seconds(20)) {
      self.session = session
      self.bound = bound
    }

    /// Waits for the shutdown, and then shuts the session down.
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

    /// A service that begins the time of this one, to be placed after all servers.
    public var countdown: some Service { Countdown(service: self) }

    private struct Countdown: Service {
      let service: SessionService

      func run() async throws {
        try await gracefulShutdown()
        service.beginCountdown()
      }
    }

    /// Begins the time once. New calls are possible until it is over.
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
#else
  /// A session as a service, which needs the trait `ServiceLifecycle`.
  @available(*, unavailable, message: "enable the trait ServiceLifecycle of the package apus")
  public struct SessionService {
    /// Needs the trait `ServiceLifecycle`.
    public init() {}
  }
#endif
