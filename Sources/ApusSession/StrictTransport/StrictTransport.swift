public import ApusHTTP
public import ApusNames
internal import ApusNet

extension HTTPSession {
  /// The hosts that are asked over TLS alone, because they have said so or the program has.
  ///
  ///     let strict = try HTTPSession.StrictTransport(file: "/var/lib/app/hosts")
  ///     let api = try HTTPSession { $0.strictTransport = strict }
  ///
  /// A server says so over TLS, in a `Strict-Transport-Security` field, for itself and perhaps for
  /// the hosts below it. From then on `http` in a URL means `https`, and port 80 means 443; another
  /// port stays. That comes first: connections, caches, cookies, proxies and the rules about
  /// redirects see the URL that is asked. Addresses are never meant. Nothing is learned in clear
  /// text, from a server that would be refused if no check were lifted, from a proxy, or from what
  /// a cache has kept.
  ///
  /// Several sessions may share the hosts, and all of it may be used from any thread. Of the hosts
  /// that servers have named at most 4,096 are kept, 64 of one registrable domain, each for ten
  /// years at most; the least recently used one makes room. Hosts that the program adds never do.
  /// RFC 6797.
  public final class StrictTransport: Sendable {
    private let state: Lock<State>
    private let time: TimeSource
    /// Where the hosts are kept; nil for memory alone.
    let path: FilePath?

    struct State {
      var hosts = StrictHosts()
      /// What the file says, as far as is known.
      var written = StrictHosts()
      /// The hosts of which the file is to say something else.
      var changed: Set<DomainName> = []
      var isSaving = false
      var failure: HTTPSessionError?
    }

    /// Creates a store in memory, which knows no host yet.
    public convenience init() { self.init(.system) }

    /// Creates a store that is kept in a file, and reads what is there; there may be none yet.
    ///
    /// The file is text: a host, `TRUE` or `FALSE` for the hosts below, and the end in seconds
    /// since 1970, with a tab between; `ADDED` follows if the program has added the host. The first
    /// line has the SHA-256 digest of the lines after it, which a file made by hand does without.
    /// What is learned is written behind the requests' backs, and when a session is shut down; the
    /// file takes the old one's place whole, and what other processes have written meanwhile stays.
    /// An end that has moved by less than a day, or a tenth of the time that is left, is not worth
    /// a write.
    ///
    /// - Throws: `HTTPSessionError` if the path leads to a link or to anything else that cannot be
    ///   replaced, if the file cannot be read, or if it is damaged: hosts that a damaged file has
    ///   lost would be asked in clear text. Remove the file to begin without hosts.
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
  /// One host that is asked over TLS alone.
  public struct Host: Sendable, Hashable {
    /// The name of the host.
    public let name: DomainName
    /// Whether the hosts below it are meant too.
    public let includesSubdomains: Bool
    /// The moment at which the host is forgotten.
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

  /// Returns whether a host is asked over TLS alone.
  public func covers(_ host: CanonicalHost) -> Bool {
    let now = now
    return state.withLock { $0.hosts.covers(host, at: now) }
  }

  /// Adds a host that is asked over TLS alone, as if it had said so; ten years is the longest.
  ///
  /// It never makes room for hosts that servers have named. What the host itself says later counts.
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

  /// The URL that is asked in a URL's place: itself, or the same over TLS.
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

  /// Takes what a server has said over TLS; returns whether that is worth a write into the file.
  ///
  /// Of several fields the first one counts. RFC 6797 section 8.1.
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

  /// The error of the latest write into the file; nil if that has succeeded.
  ///
  /// What could not be written stays in memory, and is part of the next write.
  public var failure: HTTPSessionError? { state.withLock(\.failure) }

  func withState<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

  private static let field: HTTP.FieldName = "Strict-Transport-Security"
}

extension HTTPSession.StrictTransport.State {
  /// Changes what is known of a host, and notes whether the file is to say so.
  ///
  /// A host that made room is nothing that the file must be rid of: it makes room there by itself.
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

  /// Whether what a file says of a host need not be written anew.
  private static func isSimilar(
    _ entry: StrictHosts.Entry?, _ old: StrictHosts.Entry?, at now: Int64
  ) -> Bool {
    guard let entry, let old else { return entry == old }
    // No end lies more than ten years behind now, so that none of this overflows.
    let tenth = max(0, entry.end - now) / 10
    return entry.includesSubdomains == old.includesSubdomains && entry.isAdded == old.isAdded
      && entry.end >= old.end && entry.end - old.end < min(86_400, max(60, tenth))
  }

  /// Says whether one is to write, which is then noted.
  mutating func beginSaving() -> Bool {
    guard !isSaving else { return false }
    isSaving = true
    return true
  }

  /// Takes note of what was written, and takes over what others had written there.
  mutating func note(_ written: StrictHosts, at now: Int64) {
    let old = self.written
    self.written = written
    // What another process's program has added is added for all.
    for name in changed where written.entries[name]?.isAdded == true { hosts.markAsAdded(name) }
    changed = changed.filter {
      !Self.isSimilar(hosts.entries[$0], written.entries[$0], at: now)
    }
    let names = Set(written.entries.keys).union(old.entries.keys).subtracting(changed)
    let news = names.filter { !Self.isSimilar(hosts.entries[$0], written.entries[$0], at: now) }
    let before = hosts
    hosts.take(news, from: written)
    // What others have written was not used here.
    hosts.noteUses(in: before)
  }
}
