import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession
import ApusTLS
import ApusTestServer
import ApusX509

extension Demo {
  /// Sends an order as JSON, and receives the same order with a number.
  func exchangeJSON() async throws -> String {
    let order: JSON.Value = ["bird": "swift", "wings": 2]
    let response = try await session.send(.post("orders", .bytes(order.bytes())))
    let made = try JSON.Value(parsing: response.body)
    try expect(made == ["bird": "swift", "wings": 2, "id": 1], "the server sent \(response)")
    guard let facts = handshakes.last?.facts else { throw Failure("no handshake was made") }
    return try "\(facts.summary)\nsent \(order.text()), received \(made.text())"
  }

  /// The key pins of the server's certificate path, and a pin of an unknown key.
  private var pins: (path: [X509.Pin], none: X509.Pin) {
    get throws {
      let sent = server.security?.configuration.certificates ?? []
      return (sent.map(\.pin), try X509.Pin(digest: [UInt8](repeating: 0x5a, count: 32)))
    }
  }

  func meetPin() async throws -> String {
    let pins = try pins
    guard let own = pins.path.first else { throw Failure("the server has no certificate") }
    let session = try HTTPSession(server.url) { [root] in
      $0.tls.roots = .only([root])
      $0.tls.pins = [.host("localhost", "\(own)", backup: "\(pins.none)")]
    }
    let response = try await session.send(.get("greeting"))
    await session.shutdown()
    try expect(response.status == .ok, "the server responded with \(response.status)")
    return "the certificate path contains the pinned key \(own)"
  }

  func missPin() async throws -> String {
    let (first, second) = (
      try X509.Pin(digest: [UInt8](repeating: 0x11, count: 32)), try pins.none
    )
    return try await refusal(of: server.url) {
      $0.tls.pins = [.host("localhost", "\(first)", backup: "\(second)")]
    } byRule: { reason in
      if case .ruleNotMet = reason { true } else { false }
    }
  }

  func missName() async throws -> String {
    let url = "https://shop.example:\(server.port)/"
    return try await refusal(of: url) {
      $0.dns.overrides["shop.example"] = ["127.0.0.1"]
    } byRule: { reason in
      guard case .notBelieved(let rejection) = reason else { return false }
      if case .name = rejection.fault { return true }
      return false
    }
  }

  /// Returns the error of a client that rejected a server. The function checks that the server
  /// received no request.
  func refusal(
    of url: String, _ configure: (inout HTTPSession.Configuration) -> Void,
    byRule isExpected: (TLS.TrustFailure.Reason) -> Bool
  ) async throws -> String {
    let before = server.requestCount
    let session = try HTTPSession(url) { [root] in
      $0.tls.roots = .only([root])
      configure(&$0)
    }
    // A broken connection proves neither trust nor distrust, so the step fails with the error of
    // the connection.
    let result: Result<HTTP.Response, any Error>
    do { result = .success(try await session.send(.get("secrets"))) } catch {
      result = .failure(error)
    }
    await session.shutdown()
    let fault: HTTPSessionError.TrustFailure
    switch result {
    case .success: throw Failure("the server was trusted")
    case .failure(let error):
      guard case .trust(let found)? = (error as? HTTPSessionError)?.reason else { throw error }
      fault = found
    }
    try expect(
      isExpected(fault.policyFailure.reason), "the server was rejected by another rule: \(fault)")
    try expect(server.requestCount == before, "the server received a request")
    return "\(fault)"
  }

  func upload() async throws -> String {
    let content = try SystemRandom().bytes(Self.fileByteCount)
    let deadline = Deadline.after(.seconds(60))
    let file = try await FileAccess(on: .shared()).createPartial(for: source, until: deadline)
    try await file.write(content, until: deadline)
    try await file.commit(until: deadline)
    var progress = ProgressWatch()
    let response = try await session.upload(.put("content", .file(source))) {
      progress.note($0)
    }
    try expect(
      response.body == Array(Self.digest(content).utf8), "the server received other content")
    return try progress.proof(of: Self.fileByteCount)
  }

  func download() async throws -> String {
    var progress = ProgressWatch()
    let download = try await session.download("content", to: copy) { progress.note($0) }
    try expect(
      download.byteCount == Self.fileByteCount, "\(download.byteCount) bytes were downloaded")
    let proof = try progress.proof(of: Self.fileByteCount)
    let digest = Self.digest(try Files.contents(of: copy))
    let served = try await session.send(.get("content")).body
    try expect(digest == Self.digest(served), "the file has other content")
    return proof + "\nSHA-256 \(digest)"
  }

  /// The progress values that a transfer has reported.
  private struct ProgressWatch {
    private var count = 0
    private var last = 0
    private var isRising = true
    private var total: Int?

    mutating func note(_ progress: TransferProgress) {
      count += 1
      isRising = isRising && progress.completed >= last
      (last, total) = (progress.completed, progress.total)
    }

    func proof(of byteCount: Int) throws -> String {
      guard isRising, count > 1, last == byteCount, total == byteCount else {
        throw Failure("progress ended at \(last) of \(total ?? 0) bytes, after \(count) steps")
      }
      return "\(TransferLine.shown(byteCount)), reported in \(count) steps from 0 to 100 %"
    }
  }
}
