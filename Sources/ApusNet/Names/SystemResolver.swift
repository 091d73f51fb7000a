public import ApusNames

/// The C library's resolver, which reads the system's configuration and blocks.
///
/// It is asked on the threads of a pool, so that as many names as the pool has threads are
/// looked up at a time, two of one registrable domain among them, and as many wait as its queue is
/// long. A look-up that has begun cannot be stopped; one that waits for a thread can be given up.
public struct SystemResolver: HostResolver {
  private let queue: LookUpQueue
  private let resolve: @Sendable (String) -> Kernel.Names.Answer

  /// How many addresses of a name are taken; those beyond are left out.
  public static let addressLimit = 64
  /// The pool of everyone who names none: apart from that of files, which may wait for long too.
  public static let sharedPool = BlockingPool(threadLimit: 16, queueLimit: 1024)
  private static let sharedQueue = LookUpQueue(pool: sharedPool)

  /// Creates a resolver that asks the system in threads of a pool.
  public init(pool: BlockingPool = sharedPool) {
    self.init(pool: pool) { Kernel.Names.resolve($0, limit: Self.addressLimit) }
  }

  /// Names by a call that stands for the C library's.
  init(pool: BlockingPool, resolve: @escaping @Sendable (String) -> Kernel.Names.Answer) {
    queue = pool === Self.sharedPool ? Self.sharedQueue : LookUpQueue(pool: pool)
    self.resolve = resolve
  }

  /// How many look-ups wait until others of their domains have ended.
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

  /// Returns the number of a network interface, by its name or by the number itself.
  public static func interface(_ name: String) throws(NetError) -> UInt32 {
    if let number = UInt32(name), number > 0 { return number }
    guard let number = UInt32(exactly: Kernel.Names.interface(name)), number > 0 else {
      throw .unknownInterface(name)
    }
    return number
  }
}

extension HostAddress {
  /// Reads an address as it stands outside of URIs, with an interface behind its `%`.
  ///
  /// Nil for anything else, and for an interface that this machine does not have.
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
