import ApusCaching
import ApusHTTP

/// What a hit from memory costs where few entries are kept, and where many are.
enum CachingBenchmarks {
  private enum Failure: Error {
    case missed
    case notStored
  }

  private static let rounds = 20_000

  /// Runs everything and says whether every bar held.
  static func run() throws -> Bool {
    let (few, many) = try (figure(entries: 100), figure(entries: 100_000))
    print(
      "nanoseconds for a hit: \(Bar.hundredths(few)) among 100 entries, "
        + "\(Bar.hundredths(many)) among 100,000")
    return Bar("a hit among many, to one among few", at: many / few, atMost: 1.5).report()
  }

  /// The nanoseconds of a hit, the middle of several runs.
  private static func figure(entries: Int) throws -> Double {
    try Completion.wait {
      let cache = try await filled(entries: entries)
      _ = try await hits(cache, entries: entries, rounds: rounds / 10)
      var figures: [Double] = []
      for _ in 0..<5 {
        let start = ProcessUse.nanoseconds
        guard try await hits(cache, entries: entries, rounds: rounds) == rounds else {
          throw Failure.missed
        }
        figures.append(Double(ProcessUse.nanoseconds - start) / Double(rounds))
      }
      return figures.sorted()[2]
    }
  }

  /// Makes hits, as a run under valgrind counts them; prints how many there were.
  static func client(_ arguments: [String]) throws {
    guard arguments.count == 3, let entries = Int(arguments[1]), let rounds = Int(arguments[2])
    else { throw Failure.missed }
    let count = try Completion.wait {
      try await hits(try await filled(entries: entries), entries: entries, rounds: rounds)
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

  /// Asks for entries all over, reads their content, and returns how many were hits.
  private static func hits(
    _ cache: Caching.Cache, entries: Int, rounds: Int
  ) async throws -> Int {
    // The same few requests are asked, made beforehand, so that only the hit is measured.
    let requests = try (0..<100).map { try request($0 * (entries / 100)) }
    var count = 0
    for round in 0..<rounds {
      guard case .serve(let response, _) = await cache.step(for: requests[round % 100], at: now)
      else { continue }
      while let piece = try await response.content?.next() { count += piece.count / 1_024 }
    }
    return count
  }
}
