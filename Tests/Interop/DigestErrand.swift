import ApusAuthentication
import ApusNames
import ApusNet

/// Digest authentication with servers that require it.
///
///     ApusInterop digest PORT [TARGET ...]
///
/// Without targets the server is `Peers/digest_server.py`, and all of its variants are tested. All
/// servers have the same user and password.
struct DigestErrand {
  private static let time = Duration.seconds(30)
  private static let algorithms = ["MD5", "SHA-256", "SHA-512-256"]
  private static let wishes = ["plain", "userhash", "once", "next", "next+userhash", "liar"]
  private static let user = "J\u{e4}s\u{f8}n \"Doe\""
  private static let password = "Secret, or not?"

  private let base: HTTP.URL
  private let targets: ArraySlice<String>
  private let loop: EventLoop

  init(_ words: [String], on loop: EventLoop) throws {
    guard let port = words.first.flatMap({ UInt16($0) }) else {
      throw Interop.Failure.usage("digest PORT [TARGET ...]")
    }
    targets = words.dropFirst()
    base = try HTTP.URL("http://127.0.0.1:\(port)/")
    self.loop = loop
  }

  /// Tests the targets, or every algorithm, quality of protection and option.
  func run() async throws {
    for target in targets { try await run("plain", .init(.get, target)) }
    var count = targets.count
    if targets.isEmpty { count = try await runAll() }
    print("\(count) ways of Digest, each with requests one behind the other and a wrong password")
  }

  private func runAll() async throws -> Int {
    var count = 0
    for algorithm in Self.algorithms.flatMap({ [$0, $0 + "-sess"] }) {
      for quality in ["none", "auth", "auth-int"] {
        if quality == "none", algorithm.utf8.suffix(5).elementsEqual("-sess".utf8) { continue }
        for wish in Self.wishes {
          let target = "/\(algorithm)/\(quality)/\(wish)/x?y=\"z\""
          let content = Authentication.RequestFacts.Content.bytes(Array("hello".utf8))
          try await run(wish, .init(.post, target, content: content))
          count += 1
        }
      }
    }
    return count
  }

  private func run(_ wish: String, _ request: Authentication.RequestFacts) async throws {
    let target = request.target
    let server = Authentication.Server(.origin, at: base.origin)
    var store = Authentication.CredentialStore()
    store.set(.password(.init(Self.password), user: Self.user), for: server)
    if wish == "liar" {
      do {
        _ = try await ask(request, server, &store)
      } catch AuthenticationError.wrongServerProof {
        return
      }
      throw Interop.Failure.unexpected("\(target): a liar is believed")
    }
    var counts: [Int] = []
    for _ in 0..<4 { counts.append(try await ask(request, server, &store)) }
    let expected = wish == "once" ? [2, 2, 2, 2] : [2, 1, 1, 1]
    guard counts == expected else {
      throw Interop.Failure.unexpected("\(target): \(counts) exchanges, not \(expected)")
    }
    store.set(.password(.init("wrong"), user: Self.user), for: server)
    do {
      _ = try await ask(request, server, &store)
    } catch Interop.Failure.unexpected("asked") {
      return
    }
    throw Interop.Failure.unexpected("\(target): a wrong password is taken")
  }

  /// Sends a request until it is accepted, and returns the number of attempts.
  private func ask(
    _ request: Authentication.RequestFacts, _ server: Authentication.Server,
    _ store: inout Authentication.CredentialStore
  ) async throws -> Int {
    var attempts = Authentication.Attempts(at: server)
    var answer = attempts.begin(request, &store, using: SystemRandom())
    for number in 1...4 {
      let response = try await exchange(request, answer)
      guard response.head.status.code == 401 else {
        let info = try Authentication.AuthenticationInfo(response.head.fields, by: .origin)
        let verdict = try attempts.finish(request, info, content: response.content, &store)
        guard response.head.status.code == 200, verdict == .proven else {
          throw Interop.Failure.unexpected("\(response.head.status), \(verdict)")
        }
        return number
      }
      let list = Authentication.ChallengeList(response.head.fields, by: .origin)
      switch attempts.decide(list, request, &store, using: SystemRandom()) {
      case .answer(let next): answer = next
      case .ask: throw Interop.Failure.unexpected("asked")
      case .giveUp(let reason): throw reason
      }
    }
    throw Interop.Failure.unexpected("\(request.target): challenged without end")
  }

  /// One request over a connection of its own, which the server closes.
  private func exchange(
    _ request: Authentication.RequestFacts, _ answer: Authentication.Answer?
  ) async throws -> (head: HTTP.ResponseHead, content: [UInt8]) {
    var content: [UInt8] = []
    if case .bytes(let bytes) = request.content { content = bytes }
    var output = Array(
      """
      \(request.method.name) \(request.target) HTTP/1.1\r
      Host: \(base.origin.authority)\r
      Connection: close\r
      Content-Length: \(content.count)\r

      """.utf8)
    if let field = answer?.field {
      output += Array("\(field.name): ".utf8) + field.value.bytes + Array("\r\n".utf8)
    }
    output += Array("\r\n".utf8) + content
    let deadline = Deadline.after(Self.time)
    let address = SocketAddress.ipv4(IPv4Address(127, 0, 0, 1), port: base.origin.port)
    let socket = try await Socket.connect(to: address, until: deadline, on: loop)
    defer { socket.close() }
    try await socket.send(output.span, until: deadline)
    var input = ByteQueue()
    while try await socket.receive(into: &input, until: deadline) > 0 {}
    return try read(input.withBytes { $0.copy() }, request.method)
  }

  private func read(
    _ input: [UInt8], _ method: HTTP.Method
  ) throws -> (head: HTTP.ResponseHead, content: [UInt8]) {
    var reader = HTTP.ResponseReader()
    reader.expectResponse(to: method)
    var found: (head: HTTP.ResponseHead, content: [UInt8])?
    var at = 0
    while true {
      let step = try reader.read(input.span.extracting(at..<input.count))
      switch step.event {
      case .head: found = reader.takeHead().map { ($0, []) }
      case .body(let range): found?.content += input[at + range.lowerBound..<at + range.upperBound]
      case .informational: break
      case .end:
        guard let found else { throw Interop.Failure.unexpected("no response") }
        return found
      case .incomplete: throw Interop.Failure.unexpected("half a response")
      }
      at += step.consumed
    }
  }
}
