#if ServiceLifecycle
  public import ApusSession
  public import ServiceLifecycle

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
#endif
