public import ApusNames

/// The C library's resolver, which reads the system's configuration and blocks its thread.
///
/// Look-ups run on the threads of a pool. The number of threads limits the parallel look-ups, and
/// the length of the queue limits the waiting look-ups. One registrable domain has at most two
/// parallel look-ups. A waiting look-up can be cancelled, but a running look-up cannot be stopped.
public struct SystemResolver: HostResolver {
  private let queue: LookUpQueue
  private let resolve: @Sendable (String) -> Kernel.Names.Answer

  /// The maximum number of addresses of a host name.
  ///
  /// The resolver ignores further addresses.
  public static let addressLimit = 64
  /// The default pool of threads for name look-ups.
  ///
  /// The pool is separate from the pool of files, because the calls of each pool may wait for a
  /// long time.
  public static let sharedPool = BlockingPool(threadLimit: 16, queueLimit: 1024)
  private static let sharedQueue = LookUpQueue(pool: sharedPool)

  /// Creates a resolver that calls the operating system on the threads of a pool.
  public init(pool: BlockingPool = sharedPool) {
    self.init(pool: pool) { Kernel.Names.resolve($0, limit: Self.addressLimit) }
  }

  /// Creates a resolver with a function that replaces the C library's resolver.
  init(pool: BlockingPool, resolve: @escaping @Sendable (String) -> Kernel.Names.Answer) {
    queue = pool === Self.sharedPool ? Self.sharedQueue : LookUpQueue(pool: pool)
    self.resolve = resolve
  }

  /// The number of look-ups that wait for other look-ups of the same domain.
  var waitingCount: Int { queue.waitingCount }

  public func lookUp(
    _ name: DomainName, _ end: @escaping @Sendable (Answer) -> Void
  ) throws(NetError) -> @Sendable () -> Void {
    try queue.begin(name) { [resolve] in
      let text = name.description
      let answer: Answer =
        switch resolve(text) {
        case .addresses(let addresses): .success(addresses)
        case .unknown: .success([])
        case .temporary: .failure(.nameServerFailed(name))
        case .failed(let errno): .failure(NetError("getaddrinfo", text, result: -Int64(errno)))
        }
      end(answer)
    } orFail: {
      end(.failure($0))
    }
  }

  /// Returns the number of a network interface, by its name or by its number as text.
  public static func interface(_ name: String) throws(NetError) -> UInt32 {
    if let number = UInt32(name), number > 0 { return number }
    guard let number = UInt32(exactly: Kernel.Names.interface(name)), number > 0 else {
      throw .unknownInterface(name)
    }
    return number
  }
}

extension HostAddress {
  /// Parses an IP address in the form that is used outside of URIs.
  ///
  /// The text may contain an interface after a `%`. The result is `nil` for invalid text, and for
  /// an interface that this machine does not have.
  public init?(_ text: String) {
    guard let found = try? CanonicalHost.parseAddress(Array(text.utf8).span) else { return nil }
    switch (found.host, found.zone) {
    case (.ipv4(let address), nil): self = .ipv4(address)
    case (.ipv6(let address), nil): self = .ipv6(address)
    case (.ipv6(let address), let zone?):
      guard let number = try? SystemResolver.interface(zone) else { return nil }
      self = .ipv6(address, zone: number)
    case (.ipv4, _?), (.name, _): return nil
    }
  }
}
