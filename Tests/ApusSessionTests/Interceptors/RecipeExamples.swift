import Apus
import ApusNet
import ApusTestServer
import TestSupport
import Testing

// The regions between the marks are the code of the article of recipes.

// Snippet:
extension HTTPSession {
  /// Gets a list of several pages, each of which names the next in `Link`. RFC 8288.
  func pages<Item: Decodable & Sendable & SendableMetatype>(
    of target: HTTP.Target, as type: Item.Type, limit: Int = 100
  ) async throws -> [Item] {
    var (items, next): ([Item], HTTP.Target?) = ([], target)
    for _ in 0..<limit {
      guard let target = next else { return items }
      let response = try await send(.get(target))
      items += try response.json(as: [Item].self)
      next = response.links[.next].map { .url($0) }
    }
    return items
  }
}
// End.

// Snippet:
/// A token for this program itself. RFC 6749 section 4.4.
struct ClientCredentials: Sendable {
  let login: HTTPSession
  let identifier: String
  let secret: String

  private struct Grant: Decodable {
    let token: String
    let seconds: Int?

    enum CodingKeys: String, CodingKey {
      case token = "access_token"
      case seconds = "expires_in"
    }
  }

  func token() async throws -> HTTPSession.AccessToken {
    let grant = try await login.post(
      "oauth/token",
      .form([
        "grant_type": "client_credentials", "client_id": identifier, "client_secret": secret,
      ]), as: Grant.self)
    return HTTPSession.AccessToken(
      Authentication.Secret(grant.token), expiresIn: grant.seconds.map { .seconds($0) })
  }
}
// End.

// Snippet:
/// Signs requests to one service of AWS, by Signature Version 4.
struct AWSSigner: Sendable {
  let keyID: String
  let secret: String
  let region: String
  let service: String

  /// Signs a request at a time such as `20150830T123600Z`.
  func sign(_ request: inout HTTPSession.InterceptedRequest, at time: String) {
    request.headers["X-Amz-Date"] = HTTP.FieldValue(time)
    let signed = ["content-type", "host", "range", "x-amz-content-sha256", "x-amz-date"]
    var (names, lines): ([String], [String]) = ([], [])
    for name in signed {
      let text =
        name == "host" ? request.url.authority : request.headers[HTTP.FieldName(name)]?.text
      guard let text else { continue }
      names.append(name)
      lines.append("\(name):\(text)\n")
    }
    let query = (request.url.query ?? "").split(separator: "&").sorted().joined(separator: "&")
    let hash = HashAlgorithm.sha256
    let content = HashAlgorithm.hex(hash.digest(of: request.body.bytes ?? []))
    let canonical = [
      request.method.name, request.url.path.isEmpty ? "/" : request.url.path, query,
      lines.joined(), names.joined(separator: ";"), content,
    ].joined(separator: "\n")
    let scope = "\(time.prefix(8))/\(region)/\(service)/aws4_request"
    let digest = HashAlgorithm.hex(hash.digest(of: Array(canonical.utf8)))
    let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(digest)"
    var key = Array("AWS4\(secret)".utf8)
    for word in scope.split(separator: "/") { key = hash.code(of: Array(word.utf8), key: key) }
    let signature = HashAlgorithm.hex(hash.code(of: Array(text.utf8), key: key))
    request.headers[.authorization] = .sensitive(
      "AWS4-HMAC-SHA256 Credential=\(keyID)/\(scope), "
        + "SignedHeaders=\(names.joined(separator: ";")), Signature=\(signature)")
  }
}
// End.

// Snippet:
/// Returns whether a webhook is from the service that shares the secret.
func isGenuine(_ headers: [String: String], _ body: [UInt8], secret: String) -> Bool {
  let signature = headers["X-Hub-Signature-256"] ?? ""
  return Authentication.Secret(secret).verifies(signature, of: body)
}
// End.

/// The recipes of the article, compared with published figures if there are any.
@Suite(.ownThread) struct RecipeExamples {
  private static func page(_ items: [Int], _ link: String) throws -> HTTP.Response {
    var response = try HTTP.Response.json(items)
    response.headers["Link"] = HTTP.FieldValue(link)
    return response
  }

  @Test func `a paged list is read to its last page by following next links`() async throws {
    let session = HTTPSession.stub("https://api.example.com/v1/") { request in
      switch request.target.text {
      case "https://api.example.com/v1/users":
        try Self.page([1, 2], "<?page=9>; rel=\"last\", <?page=2>; title=x; rel=\"next\"")
      case "https://api.example.com/v1/users?page=2":
        try Self.page([3], "</v1/users?page=3,4>; REL=next")
      case "https://api.example.com/v1/users?page=3,4":
        try Self.page([4], "<?page=1>; rel=prev")
      default: HTTP.Response(404)
      }
    }
    #expect(try await session.pages(of: "users", as: Int.self) == [1, 2, 3, 4])
    #expect(try await session.pages(of: "users", as: Int.self, limit: 2) == [1, 2, 3])
  }

  @Test func `a token from the program's own login request is fetched once`() async throws {
    let asked = Lock<[HTTP.Request]>([])
    let login = HTTPSession.stub("https://login.example.com/") { request in
      asked.withLock { $0.append(request) }
      return try .json(["access_token": "t1"])
    }
    let credentials = ClientCredentials(
      login: login, identifier: "svc", secret: "open sesame")
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append(
      try .bearer(for: "https://api.example.com") { try await credentials.token() })
    // End.
    let session = HTTPSession.stub("https://api.example.com/", configuration: configuration) {
      request in
      HTTP.Response(request.headers[.authorization]?.text == "Bearer t1" ? 200 : 401)
    }
    for _ in 1...2 { try await session.send(.get("x")) }
    let requests = asked.withLock(\.self)
    #expect(requests.count == 1)
    let form = String(decoding: requests.first?.body.bytes ?? [], as: UTF8.self)
    #expect(form.contains("grant_type=client_credentials") && form.contains("client_id=svc"))
    #expect(form.contains("client_secret=open%20sesame"))
  }

  /// The secret, the body and the signature are from GitHub's documentation.
  @Test func `a webhook is genuine only if its signature matches its body and secret`() {
    let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    let (body, secret) = (Array("Hello, World!".utf8), "It's a Secret to Everybody")
    let headers = ["X-Hub-Signature-256": signature]
    #expect(isGenuine(headers, body, secret: secret))
    #expect(!isGenuine(headers, body + [0x21], secret: secret))
    #expect(!isGenuine(headers, body, secret: "another") && !isGenuine([:], body, secret: secret))
  }

  /// AWS publishes the figures for its example requests.
  @Test(
    arguments: [
      (
        "https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08", "iam",
        "application/x-www-form-urlencoded; charset=utf-8",
        "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"
      ),
      (
        "https://example.amazonaws.com/", "service", nil,
        "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"
      ),
      (
        "https://example.amazonaws.com/?Param2=value2&Param1=value1", "service", nil,
        "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"
      ),
    ] as [(String, String, String?, String)])
  func `the published AWS example requests get the published signatures`(
    _ url: String, _ service: String, _ type: String?, _ signature: String
  ) async throws {
    let signer = AWSSigner(
      keyID: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
      region: "us-east-1", service: service)
    let server = try HTTP.URL(url).origin.description
    let now: @Sendable () -> String = { "20150830T123600Z" }
    // Snippet:
    var configuration = HTTPSession.Configuration()
    configuration.interceptors.append(
      try .signing(for: server) { request in signer.sign(&request, at: now()) })
    // End.
    let seen = Lock<String?>(nil)
    let session = HTTPSession.stub(server, configuration: configuration) { request in
      seen.withLock { $0 = request.headers[.authorization]?.text }
      return HTTP.Response(204)
    }
    try await session.send(
      HTTP.Request(.get, .reference(url), headers: type.map { [.contentType: $0] } ?? [:]))
    let names = type == nil ? "host;x-amz-date" : "content-type;host;x-amz-date"
    #expect(
      seen.withLock(\.self) == "AWS4-HMAC-SHA256 "
        + "Credential=AKIDEXAMPLE/20150830/us-east-1/\(service)/aws4_request, "
        + "SignedHeaders=\(names), Signature=\(signature)")
  }
}
