import FuzzSupport

@testable import ApusAuthentication

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzChallenges(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let settings = input.takeByte()
  if settings & 2 != 0 {
    readInfo(input.bytes)
  } else {
    // Each line is a field.
    let fields = input.bytes.split(separator: 0x0a).map(Array.init)
    answer(fields, isProxy: settings & 1 != 0)
  }
  return 0
}

/// Replays one byte.
private struct Fixed: RandomSource {
  func fill(_ bytes: inout MutableSpan<UInt8>) throws(RandomError) {
    for index in bytes.indices { bytes[index] = 0x5a }
  }
}

private func answer(_ fields: [[UInt8]], isProxy: Bool) {
  var list = Authentication.ChallengeList()
  for field in fields { list.add(field.span) }
  require(
    list.challenges.count <= Authentication.ChallengeList.challengeLimit,
    "more challenges than are allowed")
  for challenge in list.challenges {
    require(
      challenge.parameters.count <= Authentication.ChallengeList.parameterLimit,
      "more parameters than are allowed")
    require(
      Set(challenge.parameters.map(\.name)).count == challenge.parameters.count, "a name twice")
  }
  guard let origin = try? HTTP.URL("https://a.example/").origin else { return }
  let server = Authentication.Server(isProxy ? .proxy : .origin, at: origin)
  var store = Authentication.CredentialStore()
  store.set(.password(Authentication.Secret("p\"\\"), user: "J\u{e4}s \"\\"), for: server)
  let request = Authentication.RequestFacts(.post, "/a/b?c", content: .bytes(fields.first ?? []))
  var exchangeCount = 0
  for _ in 0..<3 {
    var attempts = Authentication.Attempts(at: server)
    _ = attempts.begin(request, &store, using: Fixed())
    while case .answer(let answer) = attempts.decide(list, request, &store, using: Fixed()) {
      check(answer, list)
      exchangeCount += 1
      require(exchangeCount <= 200, "challenged without end")
    }
    // Another request, whose credentials are accepted.
    var accepted = Authentication.Attempts(at: server)
    _ = accepted.decide(list, request, &store, using: Fixed())
    _ = try? accepted.finish(request, nil, &store)
  }
}

/// The response is one field, and contains the values that the challenge requires.
private func check(_ answer: Authentication.Answer, _ asked: Authentication.ChallengeList) {
  let bytes = answer.field.value.bytes
  require(bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }, "a control in the field")
  var list = Authentication.ChallengeList()
  list.add(bytes.span)
  // The server's values may be so long that they fill a field of their own.
  guard bytes.count <= Authentication.ChallengeList.byteLimit else { return }
  require(list.challenges.count == 1 && list.faults.isEmpty, "not one answer: \(list.faults)")
  guard answer.space.scheme == .digest else { return }
  let written = list.challenges[0]
  require(
    asked.challenges.contains { challenge in
      ["realm", "nonce", "opaque"].allSatisfy { challenge[$0]?.bytes == written[$0]?.bytes }
    }, "what the server said comes back otherwise")
}

private func readInfo(_ bytes: [UInt8]) {
  guard let info = try? Authentication.AuthenticationInfo(parsing: bytes.span),
    let challenge = digest
  else { return }
  var session = Authentication.DigestSession(
    challenge, user: "user", password: Authentication.Secret("password"))
  guard let answer = try? session.next(.init(.get, "/"), using: Fixed()) else { return }
  let verdict = try? answer.check(info, content: [])
  require(verdict != .notChecked, "content that is at hand")
  session.heed(info)
  _ = try? session.next(.init(.get, "/"), using: Fixed())
}

private let digest: Authentication.DigestChallenge? = {
  var list = Authentication.ChallengeList()
  list.add(Array("Digest realm=r, nonce=n, qop=auth".utf8).span)
  return list.challenges.first.flatMap { try? Authentication.DigestChallenge($0) }
}()
