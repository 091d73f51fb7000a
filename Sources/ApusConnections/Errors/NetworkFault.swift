package import ApusNet

extension Connections {
  /// A failure of the network or of a file access, with a description of the system error.
  public struct NetworkFault: Error, Equatable, Sendable, CustomStringConvertible {
    let error: NetError

    package init(_ error: NetError) { self.error = error }

    /// The kinds of network failures that a program may need to distinguish.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
      /// The peer's machine refused the connection.
      case refused
      /// The peer reset the connection, or this side closed the connection.
      case reset
      /// No route leads to the address, or the machine at the address does not respond.
      case unreachable
      /// The operating system or an egress rule does not permit the network operation.
      case denied
      /// No name server returned a result for the host name.
      case unresolved
      /// A resource limit of this process or of the operating system is reached.
      case exhausted
      /// The network failure has another reason.
      case other
    }

    /// The kind of the network failure, such as `refused` or `reset`.
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
        .notReplaceable, .fileInUse, .notOwnPart, .fileChanged, .fileDamaged, .fileTooLong, .system:
        .other
      }
    }

    /// A failed attempt to connect to one of a host's addresses.
    public struct Attempt: Equatable, Sendable {
      /// The IP address and the port of the failed attempt.
      public let address: String
      /// The failure of the attempt to connect.
      public let fault: NetworkFault
    }

    /// The failed attempts to connect, in the order of the attempts.
    ///
    /// The array is empty if the host had only one address.
    public var attempts: [Attempt] {
      guard case .noneAnswered(let failures) = error else { return [] }
      return failures.map {
        Attempt(address: $0.address.description, fault: NetworkFault($0.error))
      }
    }

    /// The result of each attempt, for a message that already states the expired time limit.
    package var attemptResults: String {
      guard case .noneAnswered(let failures) = error else { return description }
      return failures.map { failure in
        failure.error.isTimeOut ? "\(failure.address) did not respond" : "\(failure)"
      }.joined(separator: "; ")
    }

    /// Returns the common kind of all failed attempts. Returns `unreachable` if the kinds differ.
    private static func kind(of attempts: [Attempt]) -> Kind {
      let kinds = Set(attempts.map(\.fault.kind))
      return kinds.count == 1 ? kinds.first ?? .unreachable : .unreachable
    }

    /// A Boolean value that indicates whether a connection attempt failed because no file
    /// descriptor was free.
    package var isOutOfDescriptors: Bool {
      switch error {
      case .outOfDescriptors: true
      case .noneAnswered(let failures):
        failures.contains { if case .outOfDescriptors = $0.error { true } else { false } }
      default: false
      }
    }

    /// A Boolean value that indicates whether the peer's operating system has stopped responding.
    var isUnanswered: Bool { if case .unanswered = error { true } else { false } }

    /// A Boolean value that indicates whether the connection's local address no longer belongs to
    /// this machine.
    var isAddressLost: Bool { if case .addressNotLocal = error { true } else { false } }

    /// A Boolean value that indicates whether this side has closed the connection.
    package var isClosedHere: Bool { error == .closed }

    /// A Boolean value that indicates whether the operation failed because the file already exists.
    package var isExistingFile: Bool { if case .fileExists = error { true } else { false } }

    /// A Boolean value that indicates whether a file or its folder does not exist.
    package var isMissingFile: Bool {
      if case .system(let error) = error { error.isMissingFile } else { false }
    }

    public var description: String { error.description }
  }
}

extension ConnectionError {
  /// Creates the error of a request from a network failure in one of the request's phases.
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
      .fileInUse, .notOwnPart, .fileChanged, .fileDamaged, .fileTooLong, .system:
      self = .network(Connections.NetworkFault(error))
    }
  }

  /// A Boolean value that indicates whether the connection was lost and the request may not have
  /// reached the server.
  package var isPeerGone: Bool {
    if case .network(let fault) = self {
      return fault.kind == .reset || fault.isUnanswered || fault.isAddressLost
    }
    return self == .noResponse
  }
}
