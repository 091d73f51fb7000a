public import ApusHTTP
public import ApusNames
internal import ApusNet

extension HTTPSession {
  /// The hosts that require TLS, because they or the program have declared it.
  ///
  ///     let strict = try HTTPSession.StrictTransport(file: "/var/lib/app/hosts")
  ///     let api = try HTTPSession { $0.strictTransport = strict }
  ///
  /// A server declares it over TLS, in a `Strict-Transport-Security` field, for itself and
  /// optionally for the hosts below it. From then on `http` in a URL is replaced with `https`, and
  /// port 80 with 443; another port stays. The replacement precedes everything else: connections,
  /// caches, cookies, proxies and the rules for redirects see the new URL. Addresses are never
  /// included. A rule is ignored without TLS, from a server that would be rejected without a lifted
  /// check, from a proxy, and in a cached response.
  ///
  /// Several sessions may share an instance, and any thread may use it. At most 4,096 hosts that
  /// servers have named are kept, 64 of one registrable domain, each for at most ten years; the
  /// least recently used host makes room. Hosts that the program adds are never removed. RFC 6797.
  public final class StrictTransport: Sendable {
    private let state: Lock<State>
    private let time: TimeSource
    /// The path of the file; nil for memory alone.
    let path: FilePath?

    struct State {
      var hosts = StrictHosts()
      /// The known contents of the file.
      var written = StrictHosts()
      /// The hosts that must be changed in the file.
      var changed: Set<DomainName> = []
      var isSaving = false
      var failure: HTTPSessionError?
    }

    /// Creates a store in memory, which knows no host yet.
    public convenience init() { self.init(.system) }

    /// Creates a store with a file, and reads the file if it exists.
    ///
    /// The file is text: a host, `TRUE` or `FALSE` for the hosts below, and the end in seconds
    /// since 1970, separated by tabs; `ADDED` follows if the program has added the host. The first
    /// line has the SHA-256 digest of the following lines, which a file that was written by hand
    /// may lack. Changes are written in the background, and when a session is shut down; the file
    /// is replaced as a whole, and changes by other processes are kept. An end that has moved by
    /// less than a day, or a tenth of the remaining time, is not written.
    ///
    /// - Parameter path: The path of the file, which need not exist.
    /// - Throws: `HTTPSessionError` if the path is a link or not a replaceable file, if the file
    ///   cannot be read, or if it is damaged: hosts that a damaged file has lost would be requested
    ///   without TLS. Remove the file to begin without hosts.
    public convenience init(file path: String) throws {
      try self.init(file: path, .system)
    }

    init(_ time: TimeSource) {
      (self.time, path) = (time, nil)
      state = Lock(State())
    }

    init(file text: String, _ time: TimeSource) throws {
      let path = FilePath(text)
      (self.time, self.path) = (time, path)
      var state = State()
      if let bytes = try Self.contents(of: path) {
        state.written = try Self.hosts(in: bytes, of: path, at: Self.now(time))
        state.hosts = state.written
      }
      self.state = Lock(state)
    }

    var now: Int64 { Self.now(time) }

    private static func now(_ time: TimeSource) -> Int64 { time.wallMilliseconds / 1_000 }
  }
}

extension HTTPSession.StrictTransport {
  /// One host that requires TLS.
  public struct Host: Sendable, Hashable {
    /// The name of the host.
    public let name: DomainName
    /// A Boolean value that indicates whether the hosts below it are meant too.
    public let includesSubdomains: Bool
    /// The time when the host is forgotten.
    public let expiry: HTTP.Date
  }

  /// Lists the hosts whose time has not ended, sorted by their names.
  public var hosts: [Host] {
    let now = now
    return state.withLock(\.hosts).entries.compactMap { name, entry in
      guard now < entry.end else { return nil }
      return Host(
        name: name, includesSubdomains: entry.includesSubdomains,
        expiry: HTTP.Date(secondsSinceEpoch: entry.end))
    }.sorted { $0.name.bytes.lexicographicallyPrecedes($1.name.bytes) }
  }

  /// Returns whether a host requires TLS.
  ///
  /// - Parameter host: The host in canonical form.
  public func covers(_ host: CanonicalHost) -> Bool {
    let now = now
    return state.withLock { $0.hosts.covers(host, at: now) }
  }

  /// Adds a host as if it had declared the rule itself; ten years is the maximum.
  ///
  /// It never removes a host that servers have named. A later rule of the host itself replaces it.
  ///
  /// - Parameters:
  ///   - host: The name of the host, whose letter case does not count.
  ///   - includingSubdomains: A Boolean value that indicates whether the rule includes all hosts
  ///     below it; the default is false.
  ///   - duration: The lifetime of the rule; nil for ten years.
  public func add(
    _ host: String, includingSubdomains: Bool = false, for duration: Duration? = nil
  ) throws(NameError) {
    let name = try DomainName(host)
    let (now, longest) = (now, StrictHosts.longestAge)
    let seconds = duration.map { max(0, min($0.components.seconds, longest)) } ?? longest
    let entry = StrictHosts.Entry(
      includesSubdomains: includingSubdomains, end: now + seconds, isAdded: true)
    state.withLock { $0.change(name, at: now) { $0.set(name, entry) } }
  }

  /// Forgets a host; those below it may have been meant by it too.
  ///
  /// - Parameter host: The name of the host, whose letter case does not count.
  public func remove(_ host: String) throws(NameError) {
    let name = try DomainName(host)
    let now = now
    state.withLock { $0.remove(name, at: now) }
  }

  /// Forgets all hosts.
  public func removeAll() {
    let now = now
    state.withLock { state in
      for name in state.hosts.entries.keys { state.remove(name, at: now) }
    }
  }

  /// Returns the requested URL: the given one, or the same with TLS.
  ///
  /// RFC 6797 section 8.3.
  func upgraded(_ url: HTTP.URL) throws(HTTP.InvalidURL) -> HTTP.URL {
    guard !url.scheme.isSecure else { return url }
    let now = now
    let isStrict = state.withLock { state in
      guard let name = state.hosts.match(of: url.host, at: now) else { return false }
      state.hosts.use(name)
      return true
    }
    return isStrict ? try url.secured() : url
  }

  /// Applies the field of a server over TLS; returns whether the file must be written.
  ///
  /// The first of several fields counts. RFC 6797 section 8.1.
  func receive(_ fields: HTTP.Fields, from host: CanonicalHost) -> Bool {
    guard case .name(let name) = host, let value = fields.values(of: Self.field).first,
      let rule = StrictTransportRule(value)
    else { return false }
    let now = now
    return state.withLock { state in
      state.change(name, at: now) { $0.receive(rule, from: name, at: now) }
      return path != nil && state.changed.contains(name)
    }
  }

  /// The error of the latest write to the file; nil if it succeeded.
  ///
  /// Changes that could not be written stay in memory, and are part of the next write.
  public var failure: HTTPSessionError? { state.withLock(\.failure) }

  func withState<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

  private static let field: HTTP.FieldName = "Strict-Transport-Security"
}

extension HTTPSession.StrictTransport.State {
  /// Changes a host, and notes a necessary change of the file.
  ///
  /// A host that made room need not be removed from the file, which makes room by itself.
  fileprivate mutating func change(
    _ name: DomainName, at now: Int64, _ body: (inout StrictHosts) -> DomainName?
  ) {
    if let excess = body(&hosts) { changed.remove(excess) }
    if Self.isSimilar(hosts.entries[name], written.entries[name], at: now) {
      changed.remove(name)
    } else {
      changed.insert(name)
    }
  }

  fileprivate mutating func remove(_ name: DomainName, at now: Int64) {
    change(name, at: now) { hosts in
      hosts.remove(name)
      return nil
    }
  }

  /// Returns whether a host's line in the file is still accurate enough.
  private static func isSimilar(
    _ entry: StrictHosts.Entry?, _ old: StrictHosts.Entry?, at now: Int64
  ) -> Bool {
    guard let entry, let old else { return entry == old }
    // No end is more than ten years in the past, so that this cannot overflow.
    let tenth = max(0, entry.end - now) / 10
    return entry.includesSubdomains == old.includesSubdomains && entry.isAdded == old.isAdded
      && entry.end >= old.end && entry.end - old.end < min(86_400, max(60, tenth))
  }

  /// Returns whether the caller must write, and notes that it does.
  mutating func beginSaving() -> Bool {
    guard !isSaving else { return false }
    isSaving = true
    return true
  }

  /// Notes the written contents, and merges the changes of other processes.
  mutating func note(_ written: StrictHosts, at now: Int64) {
    let old = self.written
    self.written = written
    // A host that another process's program has added is added here too.
    for name in changed where written.entries[name]?.isAdded == true { hosts.markAsAdded(name) }
    changed = changed.filter {
      !Self.isSimilar(hosts.entries[$0], written.entries[$0], at: now)
    }
    let names = Set(written.entries.keys).union(old.entries.keys).subtracting(changed)
    let news = names.filter { !Self.isSimilar(hosts.entries[$0], written.entries[$0], at: now) }
    let before = hosts
    hosts.take(news, from: written)
    // Hosts from other processes were not used here.
    hosts.noteUses(in: before)
  }
}
