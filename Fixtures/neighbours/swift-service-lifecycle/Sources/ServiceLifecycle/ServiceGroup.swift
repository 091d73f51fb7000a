public import Logging
public import UnixSignals

/// Runs services, and shuts them down one by one, the last one first.
public actor ServiceGroup: Sendable, Service {
  private let configuration: ServiceGroupConfiguration
  private let managers: [ShutdownManager]
  private let commands = AsyncStream.makeStream(of: Void.self)

  public init(configuration: ServiceGroupConfiguration) {
    self.configuration = configuration
    managers = configuration.services.map { _ in ShutdownManager() }
  }

  public init(
    services: [any Service], gracefulShutdownSignals: [UnixSignal] = [],
    cancellationSignals: [UnixSignal] = [], logger: Logger
  ) {
    self.init(
      configuration: ServiceGroupConfiguration(
        services: services, gracefulShutdownSignals: gracefulShutdownSignals,
        cancellationSignals: cancellationSignals, logger: logger))
  }

  public func triggerGracefulShutdown() async { commands.continuation.yield() }

  private enum Happening: Sendable {
    case ended(Int, (any Error)?)
    case shutdown
    case cancellation
    case timeOver
    case nothing
  }

  /// The services that run, and the order in which they are shut down.
  private struct Progress {
    var running: Set<Int>
    var isShuttingDown = false
    var isCancelled = false
    var failure: (any Error)?
  }

  public func run() async throws {
    var progress = Progress(running: Set(configuration.services.indices))
    try await withThrowingTaskGroup(of: Happening.self) { group in
      for (index, configured) in configuration.services.enumerated() {
        let manager = managers[index]
        group.addTask {
          await ShutdownManager.$current.withValue(manager) {
            do {
              try await configured.service.run()
              return .ended(index, nil)
            } catch {
              return .ended(index, error)
            }
          }
        }
      }
      addWatchers(to: &group)
      while !progress.running.isEmpty, let happening = try await group.next() {
        handle(happening, &progress, &group)
      }
      group.cancelAll()
    }
    if let failure = progress.failure { throw failure }
  }

  private func addWatchers(to group: inout ThrowingTaskGroup<Happening, any Error>) {
    let (stream, outer) = (commands.stream, ShutdownManager.current)
    group.addTask {
      for await _ in stream { return .shutdown }
      return .nothing
    }
    if outer != nil {
      group.addTask {
        do { try await gracefulShutdown() } catch { return .nothing }
        return .shutdown
      }
    }
    let (graceful, cancelling) = (
      configuration.gracefulShutdownSignals, configuration.cancellationSignals
    )
    if !graceful.isEmpty {
      group.addTask {
        for await _ in ReceivedSignals(graceful) { return .shutdown }
        return .nothing
      }
    }
    if !cancelling.isEmpty {
      group.addTask {
        for await _ in ReceivedSignals(cancelling) { return .cancellation }
        return .nothing
      }
    }
  }

  private func handle(
    _ happening: Happening, _ progress: inout Progress,
    _ group: inout ThrowingTaskGroup<Happening, any Error>
  ) {
    switch happening {
    case .nothing: return
    case .timeOver, .cancellation:
      progress.isCancelled = true
      group.cancelAll()
    case .shutdown: begin(&progress, &group)
    case .ended(let index, let error):
      progress.running.remove(index)
      if let error, !(progress.isCancelled && error is CancellationError) {
        progress.failure = progress.failure ?? error
      }
      if progress.isShuttingDown { return shutDownNext(progress) }
      let configured = configuration.services[index]
      switch error == nil
        ? configured.successTerminationBehavior : configured.failureTerminationBehavior
      {
      case .cancelGroup:
        progress.isCancelled = true
        group.cancelAll()
      case .gracefullyShutdownGroup: begin(&progress, &group)
      default: return
      }
    }
  }

  private func begin(
    _ progress: inout Progress, _ group: inout ThrowingTaskGroup<Happening, any Error>
  ) {
    guard !progress.isShuttingDown else { return }
    progress.isShuttingDown = true
    if let limit = configuration.maximumGracefulShutdownDuration {
      group.addTask {
        do { try await Task.sleep(for: limit) } catch { return .nothing }
        return .timeOver
      }
    }
    shutDownNext(progress)
  }

  /// Tells the last service that runs to end.
  private func shutDownNext(_ progress: Progress) {
    if let last = progress.running.max() { managers[last].begin() }
  }
}
