#if ServiceLifecycle
  public import ApusSession
  public import ServiceLifecycle

  /// A session is a service, which is shut down within 20 seconds.
  ///
  ///     let group = ServiceGroup(services: [session, server], logger: logger)
  ///
  /// `SessionService` has another bound, and a countdown from the shutdown of the group on.
  extension HTTPSession: Service {
    /// Waits for the shutdown, and then shuts the session down within 20 seconds.
    ///
    /// - Throws: `CancellationError` if the task is cancelled. The calls in progress then fail at
    ///   once.
    public func run() async throws { try await SessionService(self).run() }
  }
#endif
