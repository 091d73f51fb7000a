internal import ApusBytes
public import ApusFiles
public import ApusNames

// The associated values of the error are boxed, because each throwing call reserves memory for an
// error in its task.
/// An error of the network or of a file.
public indirect enum NetError: Error, Equatable, Sendable {
  /// The peer's machine rejected the connection, because the port is closed.
  case refused(by: SocketAddress)
  /// The peer, or a device on the network path, reset the connection.
  case reset(by: SocketAddress)
  /// The peer has closed the connection, but this side still had data to send.
  case brokenPipe(to: SocketAddress)
  /// The network has no route to the address.
  case unreachable(SocketAddress)
  /// The peer's machine has stopped acknowledging packets.
  case unanswered(by: SocketAddress)
  /// The deadline of the operation has passed.
  case timedOut(Operation, SocketAddress?)
  /// Another socket uses the address.
  case addressInUse(SocketAddress)
  /// No local port is free for a connection to the address, or no local address can reach the
  /// destination.
  case noLocalPort(to: SocketAddress)
  /// The given local address does not belong to this machine.
  case addressNotLocal(SocketAddress)
  /// The operating system does not permit the operation on the address.
  case denied(SocketAddress)
  /// The file system has no socket at the path.
  case noSuchSocket(SocketAddress)
  /// The path of a socket is empty, contains a zero byte, or exceeds the limit.
  case unusablePath(String, limit: Int)
  /// This process, or the whole system, has reached its limit of open files and sockets.
  case outOfDescriptors(wholeSystem: Bool)
  /// The host name does not exist or has no address.
  case unknownName(DomainName)
  /// The name servers did not respond, or their response was invalid.
  case nameServerFailed(DomainName)
  /// The caller's own resolver failed with this description.
  case resolverFailed(DomainName, String)
  /// This machine has no network interface with the given name.
  case unknownInterface(String)
  /// The connection attempts to all addresses of a host name have failed, with the failures in
  /// order.
  case noneAnswered([FailedAttempt])
  /// The local address and the destination address belong to different address families.
  case otherFamily(SocketAddress, from: SocketAddress)
  /// The egress guard rejects the address.
  case egress(EgressGuard.Refusal)
  /// The queue of blocking calls is full.
  case tooMuchQueued(limit: Int)
  /// A file ended before all of the requested bytes were sent.
  case fileEndedEarly(at: Int64)
  /// The destination file already exists and must not be replaced.
  case fileExists(FilePath)
  /// The destination path leads to a link, a device or another file that is not regular.
  ///
  /// A file that is not regular is never replaced.
  case notReplaceable(FilePath, FileKind)
  /// Another task or process is writing to the partial file.
  case fileInUse(FilePath)
  /// A partial file belongs to another user or has other names, and is not used.
  case notOwnPart(FilePath)
  /// The file has changed since it was opened.
  case fileChanged(FilePath)
  /// The content of a file is damaged.
  ///
  /// The error contains the number, counted from 1, of the unreadable line. If `line` is `nil`, the
  /// checksum of the file is wrong.
  case fileDamaged(FilePath, line: Int?)
  /// A file exceeds the maximum length for reading.
  case fileTooLong(FilePath, limit: Int)
  /// The task was cancelled.
  case cancelled
  /// This process has closed the socket or file.
  case closed
  /// The event loop has been shut down.
  case shutDown
  /// This process is a child of `fork` and lacks the threads that the call needs.
  case forked
  /// Another system call failed with this error.
  case system(SystemError)

  /// The network or file operation that failed.
  public enum Operation: Hashable, Sendable {
    case connect
    case accept
    case receive
    case send
    case resolve
    case fileAccess
  }
}

extension NetError {
  /// Creates the error of a failed system call without a socket address.
  init(_ call: String, _ subject: String = "", result: Int64) {
    switch result {
    case Kernel.Failure.badDescriptor: self = .closed
    case Kernel.Failure.forked: self = .forked
    case Kernel.Failure.tooManyFiles: self = .outOfDescriptors(wholeSystem: false)
    case Kernel.Failure.tooManyFilesInSystem: self = .outOfDescriptors(wholeSystem: true)
    default: self = .system(SystemError(call, subject, result: result))
    }
  }

  /// Creates the error of a failed system call on a socket address.
  init(_ call: String, _ address: SocketAddress, result: Int64) {
    switch result {
    case Kernel.Failure.connectionRefused: self = .refused(by: address)
    case Kernel.Failure.connectionReset: self = .reset(by: address)
    case Kernel.Failure.brokenPipe: self = .brokenPipe(to: address)
    case Kernel.Failure.networkUnreachable, Kernel.Failure.hostUnreachable,
      Kernel.Failure.networkDown, Kernel.Failure.hostDown:
      self = .unreachable(address)
    case Kernel.Failure.timedOut: self = .unanswered(by: address)
    case Kernel.Failure.addressInUse: self = .addressInUse(address)
    case Kernel.Failure.addressNotAvailable where call == "connect":
      self = .noLocalPort(to: address)
    case Kernel.Failure.addressNotAvailable: self = .addressNotLocal(address)
    case Kernel.Failure.accessDenied, Kernel.Failure.notPermitted: self = .denied(address)
    case Kernel.Failure.noSuchFile: self = .noSuchSocket(address)
    default: self.init(call, address.description, result: result)
    }
  }
}

/// A failed attempt to connect to an address.
public struct FailedAttempt: Sendable, Equatable {
  /// The socket address of the failed connection attempt.
  public let address: SocketAddress
  /// The error of the failed connection attempt.
  public let error: NetError

  /// Creates the record of a failed attempt to connect to an address.
  public init(_ address: SocketAddress, _ error: NetError) {
    self.address = address
    self.error = error
  }
}

extension FailedAttempt: CustomStringConvertible {
  public var description: String {
    let (address, reason) = (address.description, error.description)
    // Most error descriptions already contain the address.
    return reason.parts(around: address).count > 1 ? reason : "\(address): \(reason)"
  }
}
