public import Logging
public import UnixSignals

public protocol Service: Sendable {
  func run() async throws
}

public struct ServiceGroupConfiguration: Sendable {
  public struct ServiceConfiguration: Sendable {
    public struct TerminationBehavior: Sendable, Equatable, CustomStringConvertible {
      private let name: String

      public static let cancelGroup = TerminationBehavior(name: "cancelGroup")
      public static let gracefullyShutdownGroup = TerminationBehavior(
        name: "gracefullyShutdownGroup")
      public static let ignore = TerminationBehavior(name: "ignore")

      public var description: String { name }
    }

    public var service: any Service
    public var successTerminationBehavior: TerminationBehavior
    public var failureTerminationBehavior: TerminationBehavior

    public init(
      service: any Service, successTerminationBehavior: TerminationBehavior = .cancelGroup,
      failureTerminationBehavior: TerminationBehavior = .cancelGroup
    ) {
      self.service = service
      self.successTerminationBehavior = successTerminationBehavior
      self.failureTerminationBehavior = failureTerminationBehavior
    }
  }

  public var services: [ServiceConfiguration]
  public var gracefulShutdownSignals = [UnixSignal]()
  public var cancellationSignals: [UnixSignal] = []
  public var logger: Logger
  public var maximumGracefulShutdownDuration: Duration?

  public init(
    services: [Service], gracefulShutdownSignals: [UnixSignal] = [],
    cancellationSignals: [UnixSignal] = [], logger: Logger
  ) {
    self.services = services.map { ServiceConfiguration(service: $0) }
    self.gracefulShutdownSignals = gracefulShutdownSignals
    self.cancellationSignals = cancellationSignals
    self.logger = logger
  }
}
