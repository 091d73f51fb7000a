internal import ApusBytes
internal import ApusFiles
internal import ApusNames

extension NetError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused(let address):
      "\(address) refused the connection; check that a server listens on this port"
    case .reset(let address): "\(address) reset the connection"
    case .brokenPipe(let address):
      "\(address) accepts no more data, because the peer has closed the connection"
    case .unreachable(let address):
      "this machine has no route to \(address); check the routes and firewalls"
    case .unanswered(let address): "the peer \(address) has stopped responding"
    case .timedOut(let operation, nil): "the time limit expired while \(operation)"
    case .timedOut(let operation, let address?):
      "the time limit expired while \(operation) (\(address))"
    case .addressInUse(let address): "the address \(address) is in use by another socket"
    case .noLocalPort(let address):
      "this machine has no free port, or no address, for a connection to \(address); close "
        + "connections, or widen net.ipv4.ip_local_port_range"
    case .addressNotLocal(let address):
      "the local address \(address) does not belong to this machine"
    case .denied(let address):
      "the system does not permit this process to use the address \(address)"
    case .noSuchSocket(let address): "the Unix domain socket \(address) does not exist"
    case .unusablePath(let path, let limit):
      "the socket path \(path) is not usable: a socket path must have 1 to \(limit) "
        + "bytes and no zero byte"
    case .outOfDescriptors(false):
      "this process has too many open files; close some files, or raise the limit (ulimit -n)"
    case .outOfDescriptors(true): "the system has too many open files"
    case .unknownName(let name): "the host name \(name) does not exist; check the spelling"
    case .nameServerFailed(let name):
      "no name server could look up the host name \(name); check /etc/resolv.conf, or retry later"
    case .resolverFailed(let name, let words):
      "the resolver could not look up the host name \(name): "
        + ForeignText.escaped(words.utf8, limit: 1_024)
    case .unknownInterface(let name):
      "this machine has no network interface \(name); `ip link` lists its interfaces"
    case .noneAnswered(let failures):
      "the connection to every address of the host failed: "
        + failures.map(\.description).joined(separator: "; ")
    case .otherFamily(let address, let local):
      "\(address) cannot be reached from the local address \(local), because one "
        + "address is IPv4 and the other IPv6"
    case .egress(let refusal): refusal.description
    case .tooMuchQueued(let limit):
      "the queue of blocking calls is full (\(limit) calls); retry later"
    case .fileEndedEarly(let offset): "the file ended at byte \(offset), before its announced size"
    case .fileExists(let path): "the file \(Self.shown(path)) already exists"
    case .notReplaceable(let path, .link):
      "\(Self.shown(path)) is a symbolic link, which is neither replaced nor followed; "
        + "name the target of the link"
    case .notReplaceable(let path, let kind):
      "\(Self.shown(path)) cannot be replaced, because only regular files are replaced, "
        + "and this is \(kind)"
    case .fileInUse(let path):
      "another process or task is already writing the file \(Self.shown(path))"
    case .notOwnPart(let path):
      "\(Self.shown(path)) has the path of this download's partial file, but belongs to "
        + "another user or has other links; remove the file"
    case .fileChanged(let path):
      "the file \(Self.shown(path)) has changed since the file was opened"
    case .fileDamaged(let path, let line?):
      "the file \(Self.shown(path)) is damaged: line \(line) cannot be read; correct, "
        + "restore or remove the file"
    case .fileDamaged(let path, nil):
      "the file \(Self.shown(path)) is damaged: the content does not match the digest "
        + "in the first line; restore or remove the file"
    case .fileTooLong(let path, let limit):
      "the file \(Self.shown(path)) would be longer than \(limit) bytes"
    case .cancelled: "the task was cancelled"
    case .closed: "this side has already closed the connection or file"
    case .shutDown: "the event loop was shut down"
    case .forked:
      "this process was created by fork, and lacks the threads of its parent process; "
        + "call exec, or fork before the first request"
    case .system(let error): error.description
    }
  }
}

extension NetError {
  /// Returns a file path with escaped control characters.
  private static func shown(_ path: FilePath) -> String {
    ForeignText.escaped(path.description.utf8, limit: SystemError.subjectLimit)
  }
}

extension NetError.Operation: CustomStringConvertible {
  public var description: String {
    switch self {
    case .connect: "connecting to the server"
    case .accept: "waiting for a connection"
    case .receive: "receiving data"
    case .send: "sending data"
    case .resolve: "resolving the host name"
    case .fileAccess: "reading or writing a file"
    }
  }
}
