import ApusCaching
import ApusHTTP
import ApusNet

/// The content of a store on a disk after its writer was killed; `run` in this folder has the
/// requirements.
///
///     write FOLDER START      stores entries with numbers from START on, and prints each number
///                             once its storing is acknowledged, until it is killed
///     check FOLDER NUMBERS    counts which of the numbers in a file are hits, and fails if content
///                             differs from the stored one, or if fewer than nine tenths are hits
@main
enum Killing {
  enum Failure: Error {
    case usage
    case notOpened
    /// The content of an entry differs from the stored content.
    case corrupt(Int)
    /// Too few of the entries are hits.
    case tooFewHits(Int, of: Int)
  }

  /// The number of entries after the last acknowledged one that are also checked: they were being
  /// stored.
  static let unacknowledgedCount = 20

  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 3 else { throw Failure.usage }
    let store = try await Caching.DiskStore.open(folder: words[1], byteBudget: 8 << 30)
    let cache = Caching.Cache(store, keying: store.keying)
    switch words[0] {
    case "write":
      guard let start = Int(words[2]) else { throw Failure.usage }
      try await write(from: start, to: cache)
    case "check":
      try await check(cache, try Files.contents(of: FilePath(words[2])))
    default: throw Failure.usage
    }
  }

  /// The content of a number, which sometimes has several chunks.
  private static func content(_ number: Int) -> [UInt8] {
    let count = number % 7 == 0 ? 150_000 + number % 1_000 : 1_000 + number % 5_000
    return (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
  }

  private static let now = Caching.Moment(HTTP.Date(secondsSinceEpoch: 1_793_491_200))

  private static func request(_ number: Int) throws -> Caching.Request {
    Caching.Request(.get, try HTTP.URL("https://example.com/\(number)"))
  }

  private static func write(from start: Int, to cache: Caching.Cache) async throws {
    let head = HTTP.ResponseHead(.ok, fields: [.cacheControl: "max-age=86400", .etag: "\"a\""])
    for number in start... {
      let request = try request(number)
      guard case .send(let fetch) = await cache.step(for: request, at: now),
        case .deliver(_, let recording?, _) = await fetch.received(
          head, .init(requested: now, received: now))
      else { continue }
      let content = content(number)
      for start in stride(from: 0, to: content.count, by: 16_384) {
        await recording.write(Array(content[start..<min(start + 16_384, content.count)]))
      }
      guard await recording.finish() else { continue }
      // Every third entry is updated, which writes another file.
      if number % 3 == 0 { await validate(request, cache) }
      try Files.write(Array("\(number)\n".utf8), toDescriptor: 1)
    }
  }

  private static func validate(_ request: Caching.Request, _ cache: Caching.Cache) async {
    var request = request
    request.fields[.cacheControl] = "no-cache"
    guard case .send(let fetch) = await cache.step(for: request, at: now) else { return }
    let head = HTTP.ResponseHead(.notModified, fields: [.etag: "\"a\"", "X-Validated": "yes"])
    _ = await fetch.received(head, .init(requested: now, received: now))
  }

  private static func check(_ cache: Caching.Cache, _ list: [UInt8]) async throws {
    // The last number may be truncated.
    let whole = list[..<(list.lastIndex(of: 0x0a) ?? 0)]
    let numbers = whole.split(separator: 0x0a).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    let last = numbers.last ?? 0
    var hitCount = 0
    for number in numbers + (last + 1...last + unacknowledgedCount) {
      guard case .serve(let response, _) = await cache.step(for: try request(number), at: now)
      else { continue }
      var found: [UInt8] = []
      while let piece = try await response.content?.next() { found += piece }
      guard found == content(number) else { throw Failure.corrupt(number) }
      if number <= last { hitCount += 1 }
    }
    print("\(numbers.count) acknowledged, \(hitCount) hits")
    guard hitCount * 10 >= numbers.count * 9 else {
      throw Failure.tooFewHits(hitCount, of: numbers.count)
    }
  }
}
