package import ApusNet

extension Connections {
  /// Why the network, or a file, failed; what it says is what the floor below said.
  public struct NetworkFault: Error, Equatable, Sendable, CustomStringConvertible {
    let error: NetError

    package init(_ error: NetError) { self.error = error }

    /// The kinds of failures that a program may want to tell apart.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// No one listens at the address.
      case refused
      /// The connection was broken off.
      case reset
      /// No way leads to the address, or it has stopped answering.
      case unreachable
      /// The system, or a rule, does not permit it.
      case denied
      /// No name server had an answer.
      case unresolved
      /// A limit of this process or system is reached.
      case exhausted
      /// Something else.
      case other
    }

    /// The kind of the failure.
    public var kind: Kind {
      switch error {
      case .refused, .noSuchSocket: .refused
      case .reset, .brokenPipe, .closed: .reset
      case .unreachable, .unanswered, .otherFamily: .unreachable
      case .denied, .egress: .denied
      case .nameServerFailed, .resolverFailed: .unresolved
      case .noneAnswered: Self.kind(of: attempts)
      case .outOfDescriptors, .tooMuchQueued, .noLocalPort: .exhausted
      case .timedOut, .addressInUse, .addressNotLocal, .unusablePath, .fileEndedEarly,
        .unknownName, .unknownInterface, .cancelled, .shutDown, .forked, .fileExists,
        .notReplaceable, .fileInUse, .fileChanged, .fileDamaged, .fileTooLong, .system:
        .other
      }
    }

    /// One of a host's addresses, and why it led to no connection.
    public struct Attempt: Equatable, Sendable {
      /// The address with its port.
      public let address: String
      /// Why there is no connection.
      public let fault: NetworkFault
    }

    /// Every address that was tried, in the order in which they failed; none if there was one only.
    public var attempts: [Attempt] {
      guard case .noneAnswered(let failures) = error else { return [] }
      return failures.map {
        Attempt(address: $0.address.description, fault: NetworkFault($0.error))
      }
    }

    /// The kind that all attempts have in common, or else that no way led to the host.
    private static func kind(of attempts: [Attempt]) -> Kind {
      let kinds = Set(attempts.map(\.fault.kind))
      return kinds.count == 1 ? kinds.first ?? .unreachable : .unreachable
    }

    /// Whether no descriptor was left for a connection, to any of the addresses.
    package var isOutOfDescriptors: Bool {
      switch error {
      case .outOfDescriptors: true
      case .noneAnswered(let failures):
        failures.contains { if case .outOfDescriptors = $0.error { true } else { false } }
      default: false
      }
    }

    /// Whether the peer's system has stopped answering.
    var isUnanswered: Bool { if case .unanswered = error { true } else { false } }

    /// Whether the address that was used is no more this machine's.
    var isAddressLost: Bool { if case .addressNotLocal = error { true } else { false } }

    /// Whether this side has closed what was used.
    package var isClosedHere: Bool { error == .closed }

    /// A Boolean value that indicates whether a file exists that must not be replaced.
    package var isExistingFile: Bool { if case .fileExists = error { true } else { false } }

    /// A Boolean value that indicates whether a file or its folder does not exist.
    package var isMissingFile: Bool {
      if case .system(let error) = error { error.isMissingFile } else { false }
    }

    public var description: String { error.description }
  }
}

extension ConnectionError {
  /// What a failure below means for a request, in the phase in which it happened.
  package init(_ error: NetError, in phase: Connections.Phase) {
    switch error {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut(phase)
    case .shutDown: self = .shutDown
    case .unknownName(let name): self = .unknownHost(name.description)
    case .refused, .reset, .brokenPipe, .unreachable, .unanswered, .addressInUse,
      .noLocalPort, .addressNotLocal, .denied, .noSuchSocket, .unusablePath, .outOfDescriptors,
      .nameServerFailed, .resolverFailed, .unknownInterface, .noneAnswered, .otherFamily, .egress,
      .tooMuchQueued, .fileEndedEarly, .closed, .forked, .fileExists, .notReplaceable,
      .fileInUse, .fileChanged, .fileDamaged, .fileTooLong, .system:
      self = .network(Connections.NetworkFault(error))
    }
  }

  /// Whether the connection broke off, and the request may never have reached the server.
  package var isPeerGone: Bool {
    if case .network(let fault) = self {
      return fault.kind == .reset || fault.isUnanswered || fault.isAddressLost
    }
    return self == .noResponse
  }
}
