internal import ApusBytes
internal import ApusCrypto
internal import ApusNames
internal import ApusNet

/// The text of a file of hosts.
///
///     file = *( ( comment / host ) LF )
///     comment = "#" *char
///     host = name TAB below TAB end
///     below = "TRUE" / "FALSE"        ; whether the hosts below are meant
///     end = 1*DIGIT                   ; seconds since 1970
///
/// No standard has the format.
extension StrictHosts {
  /// How long a file may be: no more hosts than are kept, and a comment, need so much.
  static let fileByteLimit = 2 << 20

  /// Reads the text of a file; lines that are no hosts, or whose time is over, are passed over.
  init(parsing bytes: [UInt8], at now: Int64) {
    self.init()
    let text = bytes.span
    var at = Cursor(0..<text.count)
    while !at.isAtEnd {
      let line = text.extracting(at.readWhile(in: text) { $0 != 0x0a })
      _ = at.skip(0x0a, in: text)
      guard let (name, entry) = Self.host(in: line), now < entry.end else { continue }
      set(name, entry, at: now)
    }
  }

  private static func host(in line: Span<UInt8>) -> (DomainName, Entry)? {
    var at = Cursor(0..<line.count)
    guard at.peek(in: line) != 0x23 else { return nil }
    let name = at.readWhile(in: line) { $0 != 0x09 }
    guard at.skip("\t", in: line) else { return nil }
    let below = line.extracting(at.readWhile(in: line) { $0 != 0x09 })
    guard at.skip("\t", in: line), let name = try? DomainName(line.extracting(name)),
      let end = ASCII.decimal(line.extracting(at.range))
    else { return nil }
    let isBelow = ASCII.equalsIgnoringCase(below, "TRUE")
    guard isBelow || ASCII.equalsIgnoringCase(below, "FALSE") else { return nil }
    return (name, Entry(includesSubdomains: isBelow, end: Int64(clamping: end)))
  }

  /// The text of a file, sorted by the names.
  var text: [UInt8] {
    var bytes = Array("# Hosts that are asked over TLS alone: RFC 6797\n".utf8)
    for (name, entry) in entries.sorted(by: { left, right in
      left.key.bytes.lexicographicallyPrecedes(right.key.bytes)
    }) {
      bytes += name.bytes
      bytes += "\t\(entry.includesSubdomains ? "TRUE" : "FALSE")\t\(entry.end)\n".utf8
    }
    return bytes
  }

  /// Takes over what others say of some hosts, be it that they say nothing.
  mutating func take(_ names: Set<DomainName>, from other: StrictHosts, at now: Int64) {
    for name in names {
      if let entry = other.entries[name] { set(name, entry, at: now) } else { remove(name) }
    }
  }
}

extension HTTPSession.StrictTransport {
  /// Writes what is not yet in the file; returns when it is there, and at once without a file.
  ///
  /// A session does so by itself, behind its requests' backs and when it is shut down.
  public func save() async throws(HTTPSessionError) {
    try await save(on: nil)
  }

  /// Writes what is not yet in the file, by a loop or that of everyone.
  private func save(on loop: EventLoop?) async throws(HTTPSessionError) {
    guard path != nil, withState({ !$0.changed.isEmpty }) else { return }
    do throws(NetError) {
      let home = if let loop { loop } else { try EventLoop.shared() }
      try await write(on: home)
    } catch {
      throw HTTPSessionError(.file(HTTPSessionError.NetworkFault(error)))
    }
  }

  /// What a file holds; nothing where there is none.
  static func contents(of path: FilePath) throws(HTTPSessionError) -> [UInt8] {
    guard Files.exists(path) else { return [] }
    do throws(SystemError) {
      return try Files.contents(of: path, limit: StrictHosts.fileByteLimit)
    } catch {
      throw HTTPSessionError(.file(HTTPSessionError.NetworkFault(.system(error))))
    }
  }

  /// Begins to write, unless that is being done; what is learned meanwhile is written too.
  func saveSoon(in nursery: Nursery, on loop: EventLoop?) {
    guard withState({ $0.beginSaving() }) else { return }
    let executor: any TaskExecutor = loop?.executorOfOthers ?? globalConcurrentExecutor
    let task = nursery.begin(on: executor) { [self] in
      defer { withState { $0.isSaving = false } }
      try? await save(on: loop)
    }
    if task == nil { withState { $0.isSaving = false } }
  }

  /// Writes the changes beside what the file says by now.
  ///
  /// The new file is made under a name of its own, which is locked while one process reads the old
  /// file, adds what has changed, and gives the new one its place: another waits meanwhile.
  private func write(on loop: EventLoop) async throws(NetError) {
    guard let path else { return }
    while true {
      let changed = withState(\.changed)
      guard !changed.isEmpty else { return }
      let deadline = loop.time.deadline(after: Self.patience)
      let file = try await Self.newFile(for: path, on: loop, until: deadline)
      do throws(NetError) {
        let old = try await Self.text(of: path, FileAccess(on: loop), until: deadline)
        let now = now
        var written = StrictHosts(parsing: old, at: now)
        written.take(changed, from: withState(\.hosts), at: now)
        try await file.write(written.text, until: deadline)
        try await file.commit(until: deadline)
        withState { $0.note(written, at: now) }
      } catch {
        await file.discard()
        throw error
      }
    }
  }

  /// How long a disk, and other processes, are waited for.
  private static let patience: Duration = .seconds(10)
  /// How long another process that writes is left alone.
  private static let pause: Duration = .milliseconds(10)

  /// Makes the file that takes the old one's place, once no one else is about to.
  private static func newFile(
    for path: FilePath, on loop: EventLoop, until deadline: Deadline
  ) async throws(NetError) -> PartialFile {
    let access = FileAccess(on: loop)
    let token = token(of: path)
    while true {
      do throws(NetError) {
        // One that a process has left behind when it was killed is not whole.
        if let left = try await access.findPartial(
          token, for: path, replacing: true, until: deadline)
        {
          await left.discard()
        }
        return try await access.createPartial(
          for: path, replacing: true, token: token, until: deadline)
      } catch {
        guard error.isOfOtherWriter, loop.time.now < deadline else { throw error }
      }
      try await loop.sleep(until: loop.time.deadline(after: pause))
    }
  }

  /// What the name of the new file is made of: all who write the same file make the same of it.
  static func token(of path: FilePath) -> PartialFile.Token {
    let name = path.bytes.split(separator: 0x2f).last.map(Array.init) ?? []
    return PartialFile.Token(bytes: Array(SHA256.digest(of: name.span).prefix(16)))
  }

  private static func text(
    of path: FilePath, _ access: FileAccess, until deadline: Deadline
  ) async throws(NetError) -> [UInt8] {
    guard try await access.destination(path, until: deadline) != .vacant else { return [] }
    let file = try await access.open(path, until: deadline)
    var bytes: [UInt8] = []
    while bytes.count <= StrictHosts.fileByteLimit {
      let piece = try await file.read(
        at: Int64(bytes.count), atMost: 1 << 16, until: deadline)
      if piece.isEmpty { return bytes }
      bytes += piece
    }
    throw .fileChanged(path)
  }
}

extension NetError {
  /// Whether another process has the file, or has made it just now.
  fileprivate var isOfOtherWriter: Bool {
    switch self {
    case .fileInUse: true
    case .system(let error): error.errno == Self.fileExists
    default: false
    }
  }

  /// What Linux calls `EEXIST`.
  private static let fileExists: Int32 = 17
}
