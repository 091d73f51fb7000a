internal import ApusCaching
internal import ApusConnections
internal import ApusHTTP
internal import ApusNet

/// The cache of one session, with the cache store, the running fetches and the clock.
final class CacheLayer: Sendable {
  let cache: Caching.Cache
  /// The cache store with a time limit, or `nil` if the cache store is in memory.
  private let patient: PatientStore?
  private let removals: Caching.OwedRemovals
  let flights: CacheFlights
  /// A Boolean value that indicates whether the cache store never suspends the calling task.
  ///
  /// Cancellation cannot interrupt a cache store that never suspends.
  var isImmediate: Bool { patient == nil }
  private let onStoring: (@Sendable (HTTP.Request, HTTP.ResponseHead) -> Bool)?
  /// The event loop of the calls that wait for the cache store.
  let loop: EventLoop
  private let time: TimeSource
  private let sources: TrustSources?
  /// A random part of the cache key that separates the entries of this session from other sessions'
  /// entries.
  ///
  /// A session with a trust challenge needs the random part of the cache key, because challenge
  /// functions cannot be compared.
  let tag: [UInt8]
  /// The path of the Unix socket that replaces all servers of the session.
  let socketPath: String?

  /// Creates the cache of a session. The trust sources (root certificates and trust settings) are
  /// `nil` for a session with a stub.
  init(
    _ settings: HTTPSession.ResponseCache, _ environment: Environment, _ sources: TrustSources?,
    socketPath: String?, on loop: EventLoop
  ) throws(HTTPSessionError.Reason) {
    self.socketPath = socketPath
    time = environment.time
    self.loop = loop
    self.sources = sources
    onStoring = settings.onStoring
    flights = CacheFlights(environment.time, on: loop)
    // A cache store in memory returns at once, so its functions do not need a separate task.
    removals = settings.removals
    patient =
      settings.store is Caching.MemoryStore
      ? nil : PatientStore(settings.store, removals, time, on: loop)
    cache = Caching.Cache(
      patient ?? settings.store, keying: settings.keying, rules: settings.rules,
      invalidations: settings.invalidations)
    var tag: [UInt8] = []
    if sources?.settings.challenge != nil {
      tag = [UInt8](repeating: 0, count: 16)
      do throws(RandomError) {
        var span = tag.mutableSpan
        try environment.random.fill(&span)
      } catch {
        throw .trustSource(.provider("\(error)"))
      }
    }
    self.tag = tag
  }

  /// Returns the cache for one call, which waits for the cache store only within the call's
  /// timeout.
  ///
  /// After an unsafe request, the removal of stored responses may take the whole time limit of the
  /// cache store. The call does not wait for the end of the removal, because `owe(_:)` has noted
  /// the removal.
  func cache(for request: Caching.Request, _ call: CallContext) -> Caching.Cache {
    guard let patient, request.method.isSafe else { return cache }
    return cache.replacingStore(patient.bounded(by: call.deadlines.request))
  }

  /// Notes the URLs whose stored responses the cache must remove before it serves responses of
  /// these URLs.
  func owe(_ places: [Caching.Place]) {
    for place in places { removals.owe(place) }
  }

  /// The current time of the wall clock and of the monotonic clock.
  var now: Caching.Moment {
    Caching.Moment(
      HTTP.Date(secondsSinceEpoch: time.wallMilliseconds / 1_000),
      steady: Caching.Moment.Steady(era: Self.era, seconds: time.now.seconds))
  }

  /// A number that identifies the current boot of the machine.
  ///
  /// The monotonic clock restarts at each boot, so its times are valid only during one boot.
  private static let era: UInt64 = {
    guard let id = SystemFact.bootIdentifier.text else { return UInt64.random(in: 0 ... .max) }
    return id.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }()

  /// Returns the request in the form that the cache needs, or `nil` if the request bypasses the
  /// cache.
  ///
  /// An unsafe request with the cache policy `none` still invalidates stored responses.
  func request(_ prepared: PreparedRequest, _ call: CallContext) -> Caching.Request? {
    let sent = prepared.request
    let policy = sent.options.cachePolicy ?? .standard
    guard policy != .none || !sent.method.isSafe, sent.method != .connect else { return nil }
    var request = Caching.Request(sent.method, prepared.url, fields: prepared.fields)
    switch policy {
    case .standard, .reload, .none: break
    case .revalidate: request.fields.append(.cacheControl, "no-cache")
    case .storedElseLoad: request.fields.append(.cacheControl, "max-stale")
    case .storedOnly: request.fields.append(.cacheControl, "only-if-cached, max-stale")
    }
    request.hasContent = sent.body.length != HTTP.BodyLength.none
    if let security = prepared.key.security {
      request.trust = security.lastingDigest
      // Only the request itself contains the result of its own trust challenge.
      request.liftsChecks =
        prepared.key.challenge != nil
        || sources?.liftsChecks(of: prepared.url.origin) ?? false
    }
    identify(&request, prepared, call)
    return request
  }

  /// Returns whether the session's `onStoring` closure allows the cache to store a response.
  func mayStore(_ prepared: PreparedRequest, _ head: HTTP.ResponseHead) -> Bool {
    onStoring?(prepared.whole, head) ?? true
  }
}
