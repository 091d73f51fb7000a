internal import ApusBytes
public import ApusFiles
public import ApusNames

// Payloads lie apart: every call that can fail has room for an error in its task's memory.
/// What went wrong on the network or with a file, and with whom.
public indirect enum NetError: Error, Equatable, Sendable {
  /// The peer's machine answered that no one listens there.
  case refused(by: SocketAddress)
  /// The peer, or something on the way, broke the connection off.
  case reset(by: SocketAddress)
  /// The connection is closed for what this side still had to send.
  case brokenPipe(to: SocketAddress)
  /// No way leads to the address.
  case unreachable(SocketAddress)
  /// The peer's machine has stopped answering packets.
  case unanswered(by: SocketAddress)
  /// The deadline came first.
  case timedOut(Operation, SocketAddress?)
  /// Another socket has the address.
  case addressInUse(SocketAddress)
  /// No port of this machine's is free for a connection to the address, or none of its own
  /// addresses can reach it.
  case noLocalPort(to: SocketAddress)
  /// The address is not one of this machine's.
  case addressNotLocal(SocketAddress)
  /// The system forbids it.
  case denied(SocketAddress)
  /// Nothing is at the path of a socket.
  case noSuchSocket(SocketAddress)
  /// The path of a socket is empty, holds a zero byte, or is longer than the limit.
  case unusablePath(String, limit: Int)
  /// This process, or the whole system, has as many files and sockets open as it may.
  case outOfDescriptors(wholeSystem: Bool)
  /// There is no such name, or it has no address.
  case unknownName(DomainName)
  /// Those who know about the name did not answer, or not sensibly.
  case nameServerFailed(DomainName)
  /// The caller's own resolver failed, with its words.
  case resolverFailed(DomainName, String)
  /// This machine has no network interface of that name.
  case unknownInterface(String)
  /// None of a name's addresses led to a connection: why, in the order in which they failed.
  case noneAnswered([FailedAttempt])
  /// The address is of another family than the one that connections come from.
  case otherFamily(SocketAddress, from: SocketAddress)
  /// The egress guard does not let the address be dialled.
  case egress(EgressGuard.Refusal)
  /// More blocking work waits than is allowed.
  case tooMuchQueued(limit: Int)
  /// A file ended before the bytes that were to be sent of it.
  case fileEndedEarly(at: Int64)
  /// There is a file already, and it is not to be replaced.
  case fileExists(FilePath)
  /// What is there is no regular file, and is never replaced.
  case notReplaceable(FilePath, FileKind)
  /// Another task or process writes to the partial file.
  case fileInUse(FilePath)
  /// A partial file belongs to another user, or has other names, and is not used.
  case notOwnPart(FilePath)
  /// A file has changed since it was opened.
  case fileChanged(FilePath)
  /// A file does not hold what was written to it: a line, by its number from 1, cannot be read; nil
  /// if the digest in the file is that of another content.
  case fileDamaged(FilePath, line: Int?)
  /// A file would have more bytes than its reader takes.
  case fileTooLong(FilePath, limit: Int)
  /// The task was cancelled.
  case cancelled
  /// This side has closed the socket or file.
  case closed
  /// The event loop was shut down.
  case shutDown
  /// This process is a child of `fork`, in which the threads that a call needs are missing.
  case forked
  /// Another system call failed.
  case system(SystemError)

  /// What was being done.
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
  /// Why a call failed that has to do with no address.
  init(_ call: String, _ subject: String = "", result: Int64) {
    switch result {
    case Kernel.Failure.badDescriptor: self = .closed
    case Kernel.Failure.forked: self = .forked
    case Kernel.Failure.tooManyFiles: self = .outOfDescriptors(wholeSystem: false)
    case Kernel.Failure.tooManyFilesInSystem: self = .outOfDescriptors(wholeSystem: true)
    default: self = .system(SystemError(call, subject, result: result))
    }
  }

  /// Why a call failed that has to do with an address.
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

extension NetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let address):
      "\(address) refused the connection; is anything listening there?"
    case .reset(let address): "\(address) reset the connection"
    case .brokenPipe(let address): "\(address) takes nothing more; it has closed the connection"
    case .unreachable(let address):
      "no way leads to \(address); look at the routes and at firewalls"
    case .unanswered(let address): "\(address) has stopped answering"
    case .timedOut(let operation, nil): "\(operation) took longer than its deadline allows"
    case .timedOut(let operation, let address?):
      "\(operation) with \(address) took longer than its deadline allows"
    case .addressInUse(let address): "\(address) is in use by another socket"
    case .noLocalPort(let address):
      "this machine has no free port, or no address, for a connection to \(address); close "
        + "connections, or widen net.ipv4.ip_local_port_range"
    case .addressNotLocal(let address): "\(address) is no address of this machine"
    case .denied(let address): "the system does not permit \(address) to this process"
    case .noSuchSocket(let address): "there is no socket at \(address)"
    case .unusablePath(let path, let limit):
      "a socket's path has 1 to \(limit) bytes, none of them zero, unlike \(path)"
    case .outOfDescriptors(false):
      "this process has too many open files; close some, or raise its limit (ulimit -n)"
    case .outOfDescriptors(true): "the system has too many open files"
    case .unknownName(let name): "there is no host named \(name); is it spelt right?"
    case .nameServerFailed(let name):
      "no name server has an answer for \(name) now; look at /etc/resolv.conf, or try later"
    case .resolverFailed(let name, let words):
      "the resolver has no answer for \(name): "
        + ForeignText.escaped(words.utf8, limit: 1_024)
    case .unknownInterface(let name):
      "this machine has no network interface \(name); `ip link` lists those it has"
    case .noneAnswered(let failures):
      "no address led to a connection; "
        + failures.map(\.description).joined(separator: "; ")
    case .otherFamily(let address, let local):
      "\(address) cannot be reached from \(local), which is of the other family"
    case .egress(let refusal): refusal.description
    case .tooMuchQueued(let limit): "\(limit) pieces of blocking work wait already; try later"
    case .fileEndedEarly(let offset): "the file ended at byte \(offset), before what was promised"
    case .fileExists(let path): "there is a file already at \(Self.shown(path))"
    case .notReplaceable(let path, .link):
      "\(Self.shown(path)) is a link, which is neither replaced nor followed; name what it leads to"
    case .notReplaceable(let path, let kind):
      "\(Self.shown(path)) is \(kind), and only a regular file is replaced"
    case .fileInUse(let path):
      "another process or task is writing what becomes \(Self.shown(path))"
    case .notOwnPart(let path):
      "\(Self.shown(path)) is in the place of a part of this download, but belongs to another user "
        + "or has other names; remove it"
    case .fileChanged(let path): "\(Self.shown(path)) has changed since it was opened"
    case .fileDamaged(let path, let line?):
      "\(Self.shown(path)) is damaged: line \(line) cannot be read; correct or restore the file, "
        + "or remove it to begin without it"
    case .fileDamaged(let path, nil):
      "\(Self.shown(path)) is damaged: its content does not match the digest in its first line; "
        + "restore the file, or remove it to begin without it"
    case .fileTooLong(let path, let limit):
      "\(Self.shown(path)) would be longer than \(limit) bytes"
    case .cancelled: "the task was cancelled"
    case .closed: "this side has closed it already"
    case .shutDown: "the event loop was shut down"
    case .forked:
      "a child of fork has none of the threads that this needs; call exec, or fork before "
        + "anything is sent"
    case .system(let error): error.description
    }
  }
}

extension NetError {
  /// A path, fit to be shown.
  private static func shown(_ path: FilePath) -> String {
    ForeignText.escaped(path.description.utf8, limit: SystemError.subjectLimit)
  }
}

extension NetError.Operation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .connect: "connecting"
    case .accept: "waiting for a connection"
    case .receive: "receiving"
    case .send: "sending"
    case .resolve: "resolving the name"
    case .fileAccess: "reading or writing a file"
    }
  }
}

/// An attempt to connect that failed, and why.
public struct FailedAttempt: Sendable, Equatable {
  /// The address that was dialled.
  public let address: SocketAddress
  /// The reason that there is no connection.
  public let error: NetError

  /// Creates the failure of an address.
  public init(_ address: SocketAddress, _ error: NetError) {
    self.address = address
    self.error = error
  }
}

extension FailedAttempt: CustomStringConvertible {
  public var description: String {
    let (address, reason) = (address.description, error.description)
    // Most reasons name the address themselves.
    return reason.parts(around: address).count > 1 ? reason : "\(address): \(reason)"
  }
}
