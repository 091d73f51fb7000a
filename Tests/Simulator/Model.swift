import ApusBytes
import ApusHTTP
import ApusNet

/// The expectations of a simulation. The model compares every request and every result with them.
final class Model: Sendable {
  private struct State {
    /// The number of complete requests for each call and target that may be carried out only once.
    var completeCounts: [String: Int] = [:]
    /// The number of responses of a server that fails at first.
    var attempts: [Int: Int] = [:]
    /// The current version of each cached resource.
    var versions: [String: Int] = [:]
    /// The time of the last successful validation of a version for an identity, in milliseconds.
    var validations: [String: Int] = [:]
    /// The ends of successful unsafe calls for a resource, with the version after them.
    var changes: [String: [(end: Int, version: Int)]] = [:]
  }

  /// The host that a program adds to the hosts that require TLS.
  static let addedHost = "c.test"

  private let state = Lock(State())
  let plan: Plan
  let journal: Journal

  init(_ plan: Plan, _ journal: Journal) {
    self.plan = plan
    self.journal = journal
  }

  /// Returns the call with a number.
  func call(_ id: Int) -> Call? { plan.calls.first { $0.id == id } }

  /// Counts a response of a server that fails at first.
  func attempt(_ id: Int) -> Int {
    state.withLock { state in
      state.attempts[id, default: 0] += 1
      return state.attempts[id] ?? 0
    }
  }

  func version(_ resource: String) -> Int { state.withLock { $0.versions[resource] ?? 1 } }

  /// Changes a cached resource, as an unsafe request does.
  func change(_ resource: String) { state.withLock { $0.versions[resource, default: 1] += 1 } }

  /// Notes that a server has confirmed a version of a resource.
  func validated(_ resource: String, _ version: Int, _ identity: String) {
    state.withLock {
      $0.validations["\(resource) \(version) \(identity)"] = journal.milliseconds
    }
  }

  /// Notes the successful end of an unsafe call.
  func changed(_ resource: String) {
    state.withLock { state in
      let version = state.versions[resource] ?? 1
      state.changes[resource, default: []].append((journal.milliseconds, version))
    }
  }
}

// MARK: Requests

extension Model {
  /// Compares a complete request with the expectations of its server.
  func received(
    _ id: Int, _ method: HTTP.Method, _ path: String, _ fields: HTTP.Fields, _ body: [UInt8],
    at origin: HTTP.Origin
  ) {
    let (host, isSecure) = ("\(origin.host)", origin.scheme.isSecure)
    for text in [fields[.authorization]?.text, fields["X-Key"]?.text] {
      guard let text = text.map(Secret.clear) else { continue }
      guard let owner = Secret.owner(of: text) else { continue }
      if owner.host != host || owner.isSecure && !isSecure {
        journal.violated("credential: \(text) was sent to \(origin)\(path) by call \(id)")
      }
      if let session = owner.session, session != call(id)?.session {
        journal.violated("credential: \(text) of another session was sent by call \(id)")
      }
    }
    for pair in (fields[.cookie]?.text ?? "").split(separator: ";") {
      guard let owner = Secret.owner(of: "\(pair.split(separator: "=").last ?? "")") else {
        continue
      }
      if owner.host != host || owner.isSecure && !isSecure || owner.session != call(id)?.session {
        journal.violated("cookie: \(pair) was sent to \(origin)\(path) by call \(id)")
      }
    }
    guard let call = call(id) else { return }
    if host == Self.addedHost, !isSecure, plan.addsStrictHost(to: call.session) {
      journal.violated("strict: call \(id) was sent to \(origin)\(path) in clear text")
    }
    // Only in a network without delays is the time of arrival the time of sending.
    if let limit = call.limit, plan.delay == 0, plan.faultRate == 0,
      ![.download, .folder, .events, .image].contains(call.mode),
      journal.milliseconds > call.start + limit
    {
      journal.violated("deadline: call \(id) of \(limit) ms sent a request too late")
    }
    if method == .post || method == .put, !body.isEmpty, body != Content.upload(id, call.count) {
      journal.violated("upload: call \(id) has sent other content")
    }
    guard method == .post, call.kind != .door else { return }
    let count = state.withLock { state in
      let key = "\(id) \(path)"
      state.completeCounts[key, default: 0] += 1
      return state.completeCounts[key] ?? 0
    }
    if count > 1 { journal.violated("twice: POST \(path) of call \(id) arrived \(count) times") }
  }
}

// MARK: Results

extension Model {
  /// Compares the content that a successful call has received with the expectations.
  func judge(_ call: Call, _ content: [UInt8], since start: Duration) {
    // A head without a length has all further bytes as its content, and perhaps none.
    if content.isEmpty || content.starts(with: "HTTP/1.1 ".utf8),
      plan.calls.contains(where: { $0.kind == .stray })
    {
      return journal.count("stray bytes became a response")
    }
    guard let tag = Tag(content) else {
      return journal.violated("content: call \(call.id) received \(content.count) unknown bytes")
    }
    guard content == tag.content else {
      return journal.violated("content: call \(call.id) received \(content.count) bytes of \(tag)")
    }
    let expected = Targets.final(of: call, plan)
    let isUpgraded = plan.has(.strictTransport) && tag.origin == secured(expected.origin)
    guard tag.path == expected.path, tag.origin == expected.origin || isUpgraded else {
      return journal.violated("mixed: call \(call.id) for \(expected) received \(tag)")
    }
    if call.kind == .image { return judgeShared(call, tag) }
    if call.kind == .cache { judgeStored(call, tag, since: Int(start / .milliseconds(1))) }
  }

  private func secured(_ origin: String) -> String {
    origin.utf8.starts(with: "http://".utf8) ? "https" + origin.dropFirst(4) : origin
  }

  /// Compares content that the calls of several users may share with the expectations.
  private func judgeShared(_ call: Call, _ tag: Tag) {
    judgeIdentity(call, tag)
    if tag.version != (call.isSafe ? 0 : call.id) {
      journal.violated("mixed: call \(call.id) has the response of the request \(tag)")
    }
    if let session = Secret.owner(of: tag.language)?.session, session != call.session {
      journal.violated("identity: call \(call.id) has the response of session \(session): \(tag)")
    }
  }

  private func judgeIdentity(_ call: Call, _ tag: Tag) {
    let own = Secret.ofUser(call, plan)
    if let own, tag.identity != own {
      journal.violated("identity: call \(call.id) of \(own) received \(tag)")
    }
    if own == nil, Secret.isUser(tag.identity) {
      journal.violated("identity: call \(call.id) without a user received \(tag)")
    }
  }

  private func judgeStored(_ call: Call, _ tag: Tag, since start: Int) {
    judgeIdentity(call, tag)
    guard call.isSafe, tag.time < start else { return }
    let resource = CacheResource.all[call.detail]
    let key = "\(tag.origin)\(tag.path)"
    let (validation, changes) = state.withLock { state in
      (
        state.validations["\(key) \(tag.version) \(tag.identity)\(tag.language)"],
        state.changes[key] ?? []
      )
    }
    let base = max(tag.time, validation ?? 0)
    let age = start - base
    // The rules of a cache may permit a stale response after the failure of a request.
    let staleness = max(
      resource.staleness, resource.mustRevalidate ? 0 : plan.staleIfErrorSeconds)
    if age > 0, resource.lifetime < 0 || age > (resource.lifetime + staleness) * 1000 {
      journal.violated("stale: call \(call.id) received a response that was \(age) ms old: \(tag)")
    }
    if let change = changes.first(where: { $0.end < start && $0.version > tag.version }) {
      journal.violated("invalid: call \(call.id) received \(tag) after \(change)")
    }
    if resource.fields.contains(where: { $0.value == "Accept-Language" }),
      tag.language != call.language ?? "-"
    {
      journal.violated("vary: call \(call.id) received \(tag)")
    }
  }

  /// Compares the error of a call with the errors that its circumstances allow.
  func judge(_ call: Call, error code: String) {
    var allowed: Set<String> = []
    if plan.faultRate > 0 || [.reset, .cut, .silence, .chunk, .stray].contains(call.kind) {
      allowed.formUnion([
        "connection-lost", "cannot-connect", "timed-out", "tls", "invalid-response", "proxy",
        "invalid-content", "file", "digest", "other-protocol",
      ])
    }
    // A connection that ends without an announcement may fail a request that cannot be repeated.
    if plan.has(.staleReplay) || plan.calls.contains(where: { Self.endsConnections($0) }) {
      allowed.insert("connection-lost")
    }
    // Bytes that arrive after the next request was sent are its response for every client. The
    // content of a response without a length ends with its connection, which may stay open.
    if plan.calls.contains(where: { $0.kind == .stray }) {
      allowed.formUnion(["invalid-response", "media-type", "invalid-content", "timed-out"])
    }
    // Long delays of small pieces exceed the timeouts of a session.
    if call.limit != nil || plan.delay >= 5_000 { allowed.insert("timed-out") }
    // A session with pins sends no request in clear text to a pinned host.
    if plan.has(.pins) { allowed.insert("clear-text") }
    if call.cancellation != nil { allowed.insert("cancelled") }
    // A recording keeps only whole content, so that a broken download begins again each time.
    if call.kind == .file, plan.has(.recording) { allowed.insert("connection-lost") }
    if call.kind == .hop { allowed.insert("redirect") }
    if call.kind == .folder, call.detail == 4 { allowed.insert("file-name") }
    if call.kind == .flaky || call.kind == .door { allowed.insert("status") }
    if plan.has(.suspension) { allowed.formUnion(["suspended", "timed-out"]) }
    if plan.shutdown != nil { allowed.formUnion(["shut-down", "cancelled"]) }
    if !allowed.contains(code) { journal.violated("error: call \(call.id) ended as \(code)") }
  }

  private static func endsConnections(_ call: Call) -> Bool {
    [.reset, .cut, .chunk, .stray, .last].contains(call.kind)
      || call.kind == .file && call.detail == 1
  }
}
