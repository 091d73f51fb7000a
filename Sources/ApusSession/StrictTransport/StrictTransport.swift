public import ApusHTTP
public import ApusNames
package import ApusNet

extension HTTPSession {
  /// The hosts that require TLS (HSTS), as declared by servers or by the program.
  ///
  ///     let strict = try HTTPSession.StrictTransport(file: "/var/lib/app/hosts")
  ///     let api = try HTTPSession { $0.strictTransport = strict }
  ///
  /// A server declares the rule over TLS in a `Strict-Transport-Security` field, for its host and
  /// optionally for the subdomains. After the declaration, the session replaces `http` in a URL of
  /// the host with `https`, and port 80 with 443. Ports other than 80 do not change. The
  /// replacement precedes all other steps: connections, caches, cookies, proxies and redirect rules
  /// use the new URL. HSTS rules never apply to IP addresses. The session ignores an HSTS rule in a
  /// response without TLS, in a response of a proxy, and in a cached response. The session also
  /// ignores the rule of a server whose certificate was accepted only because a check was disabled.
  ///
  /// Several sessions may share one instance, and the instance is thread-safe. The instance
  /// contains at most 4,096 hosts that servers have declared, and at most 64 hosts of one
  /// registrable domain. Each declared host requires TLS for at most ten years, and the least
  /// recently used host is removed first. Hosts that the program adds are never removed to make
  /// room. RFC 6797.
  public final class StrictTransport: Sendable {
    private let state: Lock<State>
    private let time: TimeSource
    /// The path of the hosts file, or `nil` for hosts in memory only.
    let path: FilePath?

    struct State {
      var hosts = StrictHosts()
      /// The contents of the hosts file at the time of the last read or write.
      var written = StrictHosts()
      /// The hosts whose entries must be written to the hosts file.
      var changed: Set<DomainName> = []
      var isSaving = false
      var failure: HTTPSessionError?
    }

    /// Creates an empty table of hosts in memory.
    public convenience init() { self.init(.system) }

    /// Creates a table of HSTS hosts with a file, and reads the file if it exists.
    ///
    /// Each line of the text file contains a host name, `TRUE` or `FALSE` for the subdomains, and
    /// the expiry in seconds since 1970, separated by tabs. The word `ADDED` follows the expiry if
    /// the program has added the host. The first line contains the SHA-256 digest of the following
    /// lines, but a file that was written by hand may lack the digest. Changes of the hosts are
    /// written in the background, and when a session is shut down. Each write replaces the file as
    /// a whole and preserves the changes of other processes. A change of the expiry alone is not
    /// written if it is less than a day or a tenth of the remaining time.
    ///
    /// - Parameter path: The path of the hosts file, which need not exist.
    /// - Throws: `HTTPSessionError` if the path is a link or not a replaceable file, or if the file
    ///   cannot be read. A damaged file is also an error, because the session would send requests
    ///   to lost hosts without TLS. Remove the damaged file to begin without hosts.
    public convenience init(file path: String) throws {
      try self.init(file: path, .system)
    }

    /// Creates an empty table of hosts in memory, whose rules expire by the given time source.
    package init(_ time: TimeSource) {
      (self.time, path) = (time, nil)
      state = Lock(State())
    }

    /// Creates a table of HSTS hosts with a file, whose rules expire by the given time source.
    package init(file text: String, _ time: TimeSource) throws {
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
    /// The name of the host that requires TLS.
    public let name: DomainName
    /// A Boolean value that indicates whether the subdomains of the host also require TLS.
    public let includesSubdomains: Bool
    /// The time when the rule of the host expires.
    public let expiry: HTTP.Date
  }

  /// The hosts whose rules have not expired, sorted by their names.
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

  /// Adds a host as if the host had declared an HSTS rule; the maximum lifetime is ten years.
  ///
  /// An added host never displaces a host that a server has declared. A later
  /// `Strict-Transport-Security` field of the host replaces the added rule.
  ///
  /// - Parameters:
  ///   - host: The name of the host, whose letter case does not matter.
  ///   - includingSubdomains: A Boolean value that indicates whether the rule includes all
  ///     subdomains of the host; the default is false.
  ///   - duration: The lifetime of the rule, or `nil` for ten years.
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

  /// Removes the HSTS rule of a host, including its effect on subdomains.
  ///
  /// - Parameter host: The name of the host, whose letter case does not matter.
  public func remove(_ host: String) throws(NameError) {
    let name = try DomainName(host)
    let now = now
    state.withLock { $0.remove(name, at: now) }
  }

  /// Removes all hosts that require TLS.
  public func removeAll() {
    let now = now
    state.withLock { state in
      for name in state.hosts.entries.keys { state.remove(name, at: now) }
    }
  }

  /// Returns the given URL, or the same URL with `https` if its host requires TLS.
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

  /// Applies the `Strict-Transport-Security` field of a response; returns whether the hosts file
  /// must be written.
  ///
  /// If a response contains several `Strict-Transport-Security` fields, only the first field
  /// counts. RFC 6797 section 8.1.
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

  /// The error of the latest write to the hosts file, or `nil` if the write succeeded.
  ///
  /// Changes that could not be written to the hosts file stay in memory, and are part of the next
  /// write.
  public var failure: HTTPSessionError? { state.withLock(\.failure) }

  func withState<Result>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

  private static let field: HTTP.FieldName = "Strict-Transport-Security"
}

extension HTTPSession.StrictTransport.State {
  /// Changes the entry of a host, and records whether the hosts file must be changed.
  ///
  /// A host that was removed to make room stays in the file, because the next write limits the size
  /// of the file.
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

  /// Returns whether the entry of a host in the hosts file is so similar that no write is
  /// necessary.
  private static func isSimilar(
    _ entry: StrictHosts.Entry?, _ old: StrictHosts.Entry?, at now: Int64
  ) -> Bool {
    guard let entry, let old else { return entry == old }
    // The expiry is at most ten years in the past, so the subtraction cannot overflow.
    let tenth = max(0, entry.end - now) / 10
    return entry.includesSubdomains == old.includesSubdomains && entry.isAdded == old.isAdded
      && entry.end >= old.end && entry.end - old.end < min(86_400, max(60, tenth))
  }

  /// Returns whether the caller must write the hosts file, and records that a write is running.
  mutating func beginSaving() -> Bool {
    guard !isSaving else { return false }
    isSaving = true
    return true
  }

  /// Stores the written contents of the hosts file, and merges the changes of other processes.
  mutating func note(_ written: StrictHosts, at now: Int64) {
    let old = self.written
    self.written = written
    // A host that the program of another process has added counts as added in this process too.
    for name in changed where written.entries[name]?.isAdded == true { hosts.markAsAdded(name) }
    changed = changed.filter {
      !Self.isSimilar(hosts.entries[$0], written.entries[$0], at: now)
    }
    let names = Set(written.entries.keys).union(old.entries.keys).subtracting(changed)
    let news = names.filter { !Self.isSimilar(hosts.entries[$0], written.entries[$0], at: now) }
    let before = hosts
    hosts.take(news, from: written)
    // Hosts that other processes have written to the file were not used in this process.
    hosts.noteUses(in: before)
  }
}
