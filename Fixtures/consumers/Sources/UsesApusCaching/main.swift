import ApusCaching

let keying = try Caching.Keying(using: SystemRandom())
let cache = Caching.Cache(Caching.MemoryStore(), keying: keying)
let request = Caching.Request(.get, try HTTP.URL("https://example.com/"))
let now = Caching.Moment(HTTP.Date(secondsSinceEpoch: 1_793_491_200))
guard case .send(let fetch) = await cache.step(for: request, at: now) else { fatalError() }
let head = HTTP.ResponseHead(.ok, headers: [.cacheControl: "max-age=60"])
let outcome = await fetch.received(head, .init(requested: now, received: now))
if case .deliver(_, let recording?, _) = outcome { await recording.finish() }
if case .serve(let again, _) = await cache.step(for: request, at: now) { print(again.head) }
