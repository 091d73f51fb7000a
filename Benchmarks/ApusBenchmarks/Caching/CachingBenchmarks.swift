import ApusCaching
import ApusHTTP

/// The cost of a cache hit in memory with few entries and with many entries.
enum CachingBenchmarks {
  private enum Failure: Error {
    case missed
    case notStored
  }

  private static var rounds: Int { Results.amount(20_000) }

  /// Runs all measurements and returns `false` if the bar was missed.
  ///
  /// The processor caches hold all of a hundred repeatedly requested entries, but only few of all
  /// entries.
  static func run() throws -> Bool {
    let few = try figures(entries: 100, asked: 100)
    let warm = try figures(entries: 100_000, asked: 100)
    let cold = try figures(entries: 100_000, asked: 100_000)
    for (name, values) in [
      ("hit among 100 entries", few), ("hit among 100,000 entries, the same 100", warm),
      ("hit among 100,000 entries, all of them", cold),
    ] {
      print("\(name): \(Measurement.spread(values)) ns")
      Results.add(name, client: "Apus", unit: "ns", values)
    }
    let ratios = zip(warm, few).map { $0 / $1 }
    return Bar("a hit among many, to one among few", over: ratios, atMost: 1.5).report()
  }

  /// Returns the microseconds of a cache hit if all entries are requested.
  static func allEntries(_ count: Int) throws -> Double {
    Measurement.median(try figures(entries: count, asked: count, turns: 1)) / 1e3
  }

  /// Returns the nanoseconds of a cache hit from several runs.
  private static func figures(
    entries: Int, asked: Int, turns: Int = 7
  ) throws -> [Double] {
    let rounds = rounds
    return try Completion.wait {
      let cache = try await filled(entries: entries)
      let requests = try requests(entries: entries, asked: asked)
      _ = try await hits(cache, requests, rounds: rounds / 10)
      var figures: [Double] = []
      for _ in 0..<turns {
        let start = ProcessUse.nanoseconds
        guard try await hits(cache, requests, rounds: rounds) == rounds else {
          throw Failure.missed
        }
        figures.append(Double(ProcessUse.nanoseconds - start) / Double(rounds))
      }
      return figures
    }
  }

  /// Returns requests for the given number of entries. The requests are created in advance, so only
  /// the hits are measured.
  private static func requests(entries: Int, asked: Int) throws -> [Caching.Request] {
    try (0..<asked).map { try request($0 * (entries / asked)) }
  }

  /// Makes cache hits in a process under valgrind and prints their number.
  static func client(_ arguments: [String]) throws {
    guard arguments.count == 3, let entries = Int(arguments[1]), let rounds = Int(arguments[2])
    else { throw Failure.missed }
    let count = try Completion.wait {
      try await hits(
        try await filled(entries: entries), try requests(entries: entries, asked: 100),
        rounds: rounds)
    }
    print(count)
  }

  private static let now = Caching.Moment(HTTP.Date(secondsSinceEpoch: 1_793_491_200))

  private static func request(_ number: Int) throws -> Caching.Request {
    let fields: HTTP.Fields = [.accept: "*/*", .userAgent: "benchmark", .acceptEncoding: "gzip"]
    return Caching.Request(
      .get, try HTTP.URL("https://example.com/users/\(number)"), fields: fields)
  }

  private static func filled(entries: Int) async throws -> Caching.Cache {
    let keying = Caching.Keying(secret: [UInt8](repeating: 1, count: 32).span)
    let cache = Caching.Cache(Caching.MemoryStore(byteBudget: 1 << 30), keying: keying)
    let head = HTTP.ResponseHead(
      .ok,
      fields: [
        .date: "Sun, 01 Nov 2026 00:00:00 GMT", .cacheControl: "max-age=86400",
        .contentType: "application/json", .contentLength: "1024", .etag: "\"abc\"",
        .server: "example",
      ])
    for number in 0..<entries {
      guard case .send(let fetch) = await cache.step(for: try request(number), at: now),
        case .deliver(_, let recording?, _) = await fetch.received(
          head, .init(requested: now, received: now))
      else { throw Failure.notStored }
      await recording.write([UInt8](repeating: 0x61, count: 1_024))
      await recording.finish()
    }
    return cache
  }

  /// Requests entries in turn, reads their content, and returns the number of cache hits.
  private static func hits(
    _ cache: Caching.Cache, _ requests: [Caching.Request], rounds: Int
  ) async throws -> Int {
    var count = 0
    for round in 0..<rounds {
      // The step is prime to the number of entries, so neighbouring entries do not follow each
      // other.
      let request = requests[round * 7_919 % requests.count]
      guard case .serve(let response, _) = await cache.step(for: request, at: now)
      else { continue }
      while let piece = try await response.content?.next() { count += piece.count / 1_024 }
    }
    return count
  }
}
