import ApusNet

@testable import ApusCaching

/// A folder for the stores of a test.
struct GivenDisk {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Opens a store, whose calls are made by a pool.
  func open(
    budget: Int = 1 << 24, entryByteLimit: Int? = nil, entryLimit: Int = 100_000,
    pool: BlockingPool = .shared, sweepPool: BlockingPool = .shared
  ) async throws -> Given {
    let store = try await Caching.DiskStore.open(
      folder.path + "/cache", DiskUsage(byteBudget: budget, entryLimit: entryLimit),
      entryByteLimit: entryByteLimit, pool: pool, sweepPool: sweepPool)
    var given = Given()
    given.cache = Caching.Cache(store, keying: store.keying)
    return given
  }

  /// The store's own folder.
  var own: String {
    get throws {
      let outer = folder.path + "/cache"
      let name = try Files.names(in: FilePath(outer)).first { $0.hasPrefix("apus-cache-") }
      guard let name else { throw TemporaryFolder.Failure(errno: 2) }
      return "\(outer)/\(name)"
    }
  }

  /// The paths of the folders for entries.
  var shards: [String] {
    get throws {
      let own = try own
      return try Files.names(in: FilePath(own)).filter { $0.utf8.count == 2 }.map { "\(own)/\($0)" }
    }
  }

  /// The paths of the files in them.
  var files: [String] {
    get throws {
      try shards.flatMap { shard in
        try Files.names(in: FilePath(shard)).map { "\(shard)/\($0)" }
      }
    }
  }
}

extension Given {
  /// The store, if it is one on a disk.
  var disk: Caching.DiskStore? { cache.store as? Caching.DiskStore }
}

/// Holds the threads of a pool until it is opened.
final class ThreadGate: Sendable {
  private let isOpen = Lock(false)
  private let held = Lock(0)

  /// The number of calls that are held.
  var count: Int { held.withLock { $0 } }

  func open() { isOpen.withLock { $0 = true } }

  func pass() {
    held.withLock { $0 += 1 }
    while !isOpen.withLock({ $0 }) { try? TemporaryFolder.run("sleep 0.01") }
  }
}
