import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The secrets that a recording leaves out, and the values that it keeps.
@Suite(.ownThread) struct CassetteSecretsTests {
  private typealias Cassette = HTTPSession.Cassette

  private static let base = "https://api.example.com/"

  /// Returns a new secret, which begins with `PLANTED` and contains its place.
  private static func planted(_ place: String) -> String { "PLANTED\(place)8Zq7wX" }

  /// A session that records the exchanges with a function.
  private func session(
    _ cassette: Cassette, _ respond: @escaping @Sendable (HTTP.Request) throws -> HTTP.Response
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configuration.acceptedStatuses = .any
    configuration.interceptors.append(cassette.interceptor)
    return .stub(Self.base, configuration: configuration) { try respond($0) }
  }

  /// Records one exchange, and returns the texts of the file and of the HTTP archive.
  private func record(
    _ request: HTTP.Request, _ response: HTTP.Response,
    _ redaction: Cassette.Redaction = Cassette.Redaction()
  ) async throws -> [String] {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let cassette = try Cassette(file: path, .lenient, redaction)
    var request = request
    request.options.followsRedirects = false
    try await session(cassette) { _ in response }.send(request)
    try await cassette.save()
    return [try Files.contents(of: path), try cassette.har()].map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Expects that no planted secret is in a text, in plain form or in base64.
  private func expectNoSecret(
    in texts: [String], _ place: String, location: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      let encoded = String(Base64.encode(Array("PLANTED".utf8)).dropLast(4))
      for form in ["PLANTED", "planted", encoded] {
        #expect(!text.contains(form), "\(place): \(text)", sourceLocation: location)
      }
    }
  }

  // MARK: Places

  private static let names = [
    "access_token", "accessToken", "Access-Token", "refresh_token", "refreshToken", "id_token",
    "idTokenHint", "client_secret", "clientSecret", "api_key", "apikey", "X-Api-Key", "password",
    "newPassword", "user[password]", "password2", "passwd", "passphrase", "pwd", "secret", "token",
    "X-Amz-Signature", "X-Amz-Security-Token", "X-Amz-Credential", "X-Goog-Signature",
    "X-Goog-Credential", "Private-Token", "X-Csrf-Token", "csrf", "csrfmiddlewaretoken",
    "__RequestVerificationToken", "authenticity_token", "xsrf", "session", "session_id",
    "PHPSESSID", "JSESSIONID", "sid", "auth", "otp", "pin", "sig", "signature", "hmac",
    "SAMLResponse", "assertion", "client_assertion", "jwt", "AWSAccessKeyId", "code_verifier",
    "device_code", "privateKey", "SharedAccessKey", "subscription-key", "oauth_verifier",
    "credentials",
  ]

  @Test(arguments: names)
  func `a recording contains no value of a JSON member with a secret name`(_ name: String)
    async throws
  {
    let (secret, escaped) = (Self.planted("value"), HTTP.PercentEncoding.form.encode(name))
    let members: [(String, JSON.Value)] = [(name, .string(secret))]
    let json: JSON.Value = ["data": [["user": .object(JSON.Object(members))]]]
    let jsonBytes = try json.bytes()
    let text = String(decoding: jsonBytes, as: UTF8.self)
    let nested = try (["payload": .string(text)] as JSON.Value).bytes()
    let form = Array("plain=1&\(escaped)=\(secret)&other=2".utf8)
    let boundary = "x-boundary"
    let multipart = Array(
      """
      --\(boundary)\r\nContent-Disposition: form-data; name="\(name)"\r\n\r\n\(secret)\r
      --\(boundary)--\r\n
      """.utf8)
    let location = "https://api.example.com/cb?plain=1&\(escaped)=\(secret)"
    let fragment = "/cb#state=1&\(escaped)=\(secret)"
    let inner = HTTP.PercentEncoding.queryValue.encode(location)
    let contents: [(String, [UInt8])] = [
      ("application/json", jsonBytes), ("application/problem+json", nested),
      ("application/x-ndjson", jsonBytes + [0x0a] + jsonBytes),
      ("text/event-stream", Array("data: \(text)\n\n".utf8)),
      ("application/x-www-form-urlencoded", form), ("text/plain", form),
      ("text/plain", Array("see \(location) for more".utf8)),
      ("text/html", Array("<a href=\"\(fragment)\">".utf8)),
      ("multipart/form-data; boundary=\(boundary)", multipart),
      ("application/json", Array(#"{"next": "\#(location)", "cb": "\#(fragment)"}"#.utf8)),
      ("application/x-www-form-urlencoded", Array("redirect_uri=\(inner)".utf8)),
    ]
    for (type, content) in contents {
      let media = try HTTP.MediaType(type)
      var response = HTTP.Response(200, body: content)
      response.headers[.contentType] = HTTP.FieldValue(type)
      let texts = try await record(.post("a", .bytes(content, media)), response)
      expectNoSecret(in: texts, type)
      #expect(texts.allSatisfy { $0.contains("REDACTED") }, "\(type)")
    }
    var response = HTTP.Response(302)
    response.headers[.location] = HTTP.FieldValue(fragment)
    response.headers["Link"] = HTTP.FieldValue("<\(location)>; rel=\"next\"")
    response.headers["Content-Location"] = HTTP.FieldValue("/x?redirect=\(inner)")
    var request = HTTP.Request.get(.reference("a?plain=1&\(escaped)=\(secret)"))
    request.headers["Referer"] = HTTP.FieldValue(location)
    let texts = try await record(request, response)
    expectNoSecret(in: texts, "URLs")
    for text in texts { #expect(text.contains("plain=1") && text.contains("state=1")) }
  }

  @Test(arguments: [
    "Authorization", "Proxy-Authorization", "X-Api-Key", "X-Auth-Token", "Private-Token",
    "X-Csrf-Token", "X-XSRF-TOKEN", "X-Amz-Security-Token", "X-Vault-Token", "X-Goog-Api-Key",
    "Ocp-Apim-Subscription-Key", "CF-Access-Client-Secret", "X-Hub-Signature-256", "DPoP",
    "Stripe-Signature", "X-Session-Id", "X-Access-Token", "X-Auth-Key", "Cookie",
  ])
  func `a recording contains no value of a header field with a secret name`(_ name: String)
    async throws
  {
    let secret = Self.planted("field")
    for value in [secret, "part one \(secret)", "Bearer \(secret)", "v1=\(secret)"] {
      var request = HTTP.Request.get("a")
      request.headers[HTTP.FieldName(name)] = HTTP.FieldValue(value)
      var response = HTTP.Response(200, body: Array("you sent \(value)".utf8))
      response.headers[HTTP.FieldName(name)] = HTTP.FieldValue(value)
      expectNoSecret(in: try await record(request, response), "\(name): \(value)")
    }
  }

  @Test func `a recording contains no cookie value, with or without a cookie name`()
    async throws
  {
    let (set, sent) = (Self.planted("set"), Self.planted("sent"))
    var response = HTTP.Response(200)
    for value in ["\(set); HttpOnly", "=\(set); Path=/", "sid=\(set); Secure", "\(set)a"] {
      response.headers.append(.setCookie, HTTP.FieldValue(value))
    }
    var request = HTTP.Request.get("a")
    request.headers[.cookie] = HTTP.FieldValue("\(sent); a=\(sent)b; =\(sent)c;\(sent)d")
    let texts = try await record(request, response)
    expectNoSecret(in: texts, "cookies")
    for text in texts {
      #expect(text.contains("REDACTED; HttpOnly") && text.contains("sid=REDACTED; Secure"))
    }
  }

  @Test func `a recording contains no user of a URL, password or secret path parameter`()
    async throws
  {
    let secret = Self.planted("user")
    var response = HTTP.Response(302, headers: ["Content-Type": "text/plain"])
    response.headers[.location] = HTTP.FieldValue("https://ada:\(secret)@api.example.com/")
    response.headers["X-Clone"] = HTTP.FieldValue("see https://\(secret)@git.example.com/a.git")
    response.headers["X-Next"] = HTTP.FieldValue("/a;jsessionid=\(secret)?page=2")
    response.body = Array("password=\(secret)\nplain=1\ntoken: token=\"\(secret)\", x=2".utf8)
    var request = HTTP.Request.get("a")
    request.headers[.authorization] = HTTP.FieldValue(
      "AWS4-HMAC-SHA256 Credential=\(secret)/20261125/eu/s3/aws4_request, Signature=\(secret)2")
    let texts = try await record(request, response)
    expectNoSecret(in: texts, "users")
    for text in texts { #expect(text.contains("page=2") && text.contains("plain=1")) }
  }

  @Test func `a secret found in one part of an exchange is removed from all parts`()
    async throws
  {
    let secrets = ["fragment", "clone", "scheme"].map { Self.planted($0) }
    var response = HTTP.Response(302)
    response.headers[.location] = HTTP.FieldValue("https://app.test/cb#code=\(secrets[0])")
    response.headers["X-Clone"] = HTTP.FieldValue("see https://\(secrets[1])@git.test/a.git")
    // Short secrets are not searched for within words.
    var request = HTTP.Request.get("a?next=https%3A%2F%2Fapp.test%2F%3Faccess_token%3Dq7x")
    request.headers[.authorization] = HTTP.FieldValue("\(secrets[2]) rest")
    let texts = try await record(request, response)
    expectNoSecret(in: texts, "places")
    for text in texts { #expect(!text.contains("3Dq7x")) }
  }

  @Test func `the redaction of a quoted secret with spaces ends at the closing quote`() async throws
  {
    var response = HTTP.Response(200, headers: ["Content-Type": "text/plain"])
    for quote in ["\"", "'"] {
      response.body = Array("password=\(quote)a \(Self.planted("quoted"))\(quote) b=kept".utf8)
      let texts = try await record(.get("a"), response)
      expectNoSecret(in: texts, "quotes")
      for text in texts { #expect(text.contains("b=kept")) }
    }
  }

  @Test func `a secret in a header field of a multipart part is removed`() async throws {
    let text = "--b\r\nX-Api-Key: \(Self.planted("field"))\r\n\r\nplain\r\n--b--\r\n"
    let type = try HTTP.MediaType("multipart/mixed; boundary=b")
    let texts = try await record(.post("a", .bytes(Array(text.utf8), type)), HTTP.Response(200))
    expectNoSecret(in: texts, "field of a part")
    for text in texts { #expect(text.contains("plain")) }
  }

  @Test func `secrets in multipart JSON are removed, and file contents are unchanged`()
    async throws
  {
    let secret = Self.planted("part")
    let text = """
      --b\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r
      X-Api-Key: \(secret)\r\n\r\n{"deep": [{"refreshToken": "\(secret)"}]}\r
      --b\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\nplain bytes\r
      --b--\r\n
      """
    let type = try HTTP.MediaType("multipart/form-data; boundary=b")
    let texts = try await record(.post("a", .bytes(Array(text.utf8), type)), HTTP.Response(200))
    expectNoSecret(in: texts, "parts")
    for text in texts { #expect(text.contains("plain bytes") && text.contains("a.bin")) }
  }

  // MARK: Content that cannot be parsed

  @Test(arguments: [
    ("application/json", "{\"token\": \"PLANTED\"", "malformed JSON"),
    ("application/vnd.api+json", ")]}'\n{\"token\": \"PLANTED\"}", "malformed JSON"),
    ("application/json; charset", "\u{1}PLANTED", "malformed JSON"),
    ("application/x-www-form-urlencoded", "to%ken=PLANTED", "malformed form"),
    ("multipart/form-data; boundary=b", "--b\r\nPLANTED", "malformed multipart content"),
    ("multipart/form-data", "PLANTED", "malformed multipart content"),
  ])
  func `a recording replaces unparsable content by the reason for its omission`(
    _ type: String, _ content: String, _ reason: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let cassette = try Cassette(file: path)
    let recording = session(cassette) { _ in
      HTTP.Response(
        200, headers: ["Content-Type": HTTP.FieldValue(type)], body: Array(content.utf8))
    }
    var request = HTTP.Request.post("a", .bytes(Array(content.utf8)))
    request.headers[.contentType] = HTTP.FieldValue(type)
    #expect(try await recording.send(request).body == Array(content.utf8))
    try await cassette.save()
    let file = String(decoding: try Files.contents(of: path), as: UTF8.self)
    let archive = String(decoding: try cassette.har(), as: UTF8.self)
    expectNoSecret(in: [file, archive], type)
    for text in [file, archive] {
      #expect(text.parts(around: "content left out: \(reason)").count == 3, "\(text)")
    }
    // The request is known by its URL, and the response has no content.
    let again = session(try Cassette(file: path, .strict)) { _ in throw Unexpected() }
    #expect(try await again.send(request).body == [])
  }

  private struct Unexpected: Error {}

  // MARK: Values that are kept

  @Test(arguments: [
    "true", "json", "dark", "application", "en-US", "12345678", "REDACT", "{\"a\":1}",
  ])
  func `a short or common cookie value is replaced in cookie fields only`(_ value: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/c.json"
    let cassette = try Cassette(file: path)
    let body = #"{"ok":true,"kind":"json","theme":"dark","n":12345678,"o":{"a":1},"l":"en-US"}"#
    let recording = session(cassette) { _ in
      var response = HTTP.Response(
        200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
      response.headers.append(.setCookie, HTTP.FieldValue("a=\(value); Path=/"))
      return response
    }
    try await recording.send(.get("a"))
    try await cassette.save()
    let file = String(decoding: try Files.contents(of: path), as: UTF8.self)
    #expect(file.contains("a=REDACTED; Path=/"))
    let again = session(try Cassette(file: path, .strict)) { _ in throw Unexpected() }
    let response = try await again.send(.get("a"))
    #expect(response.headers[.contentType]?.text == "application/json")
    let replayed = try JSON.Value(parsing: response.body)
    #expect(replayed["ok"] == true && replayed["kind"] == "json" && replayed["theme"] == "dark")
    // A number of eight digits may be a secret: it becomes 0, and the rest is still JSON.
    let number: JSON.Value = value == "12345678" ? 0 : 12_345_678
    #expect(replayed["n"] == number)
  }

  @Test func `a short secret is replaced as a whole word, a long secret inside words too`()
    async throws
  {
    let body = "hunter2 hunter2x xhunter2 (hunter2) longsecret9 xlongsecret9x longsecret"
    let texts = try await record(
      .post("a", .bytes(Array("password=hunter2&token=longsecret9".utf8), .form)),
      HTTP.Response(200, headers: ["Content-Type": "text/plain"], body: Array(body.utf8)))
    for text in texts {
      #expect(
        text.contains("REDACTED hunter2x xhunter2 (REDACTED) REDACTED xREDACTEDx longsecret"))
    }
  }

  @Test func `a secret in JSON is replaced even if it is written with escapes`() async throws {
    var request = HTTP.Request.get("a")
    request.headers["X-Api-Key"] = "planted/\"é8Zq7wX"
    let body = #"{"a":"p\u006canted\/\"\u00e98Zq7wX","b":["x planted/\"é8Zq7wX y"]}"#
    let texts = try await record(
      request,
      HTTP.Response(200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
    for text in texts {
      #expect(text.contains(#"{\"a\":\"REDACTED\",\"b\":[\"x REDACTED y\"]}"#), "\(text)")
    }
  }

  @Test func `names and values that are not secret stay unchanged in a recording`() async throws {
    let body =
      #"{"code":404,"key":"description","max_tokens":100,"token_type":"Bearer","tokens":[1]}"#
    let texts = try await record(
      .get("a?page=2&state=open&tokens=3"),
      HTTP.Response(200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
    for text in texts {
      #expect(!text.contains("REDACTED") && text.contains(#"\"max_tokens\":100"#), "\(text)")
    }
    // A key of a query is redacted there, and the word that it is stays elsewhere.
    let fields: HTTP.Fields = [
      "Content-Type": "application/json", "Access-Control-Allow-Credentials": "true",
      "Cache-Control": "max-age=60", "Strict-Transport-Security": "max-age=1; preload",
    ]
    let others = try await record(
      .get("a?key=description&session=morning"),
      HTTP.Response(200, headers: fields, body: Array(body.utf8)))
    for text in others {
      #expect(text.contains("key=REDACTED&session=REDACTED"))
      #expect(text.contains(#"\"key\":\"description\""#) && text.contains("max-age=1; preload"))
      #expect(text.parts(around: "REDACTED").count == (text.contains("\"log\"") ? 5 : 3))
    }
  }

  @Test func `custom redaction rules extend the defaults and ignore letter case`()
    async throws
  {
    var redaction = Cassette.Redaction()
    redaction.names.insert("Customer_No")
    redaction.nameEndings.insert("serial")
    redaction.jsonPaths += ["/items/*/note", "/people/*/note"]
    redaction.fields.append("X-Tenant")
    var request = HTTP.Request.get("a?customerNo=PLANTED1&deviceSerial=PLANTED2")
    request.headers["X-Tenant"] = "PLANTED3"
    let body = #"""
      {"items":[{"note":"PLANTED4"},{"note":["PLANTED5"]}],"people":{"ann":{"note":"PLANTED6"}}}
      """#
    let response = HTTP.Response(
      200, headers: ["Content-Type": "application/json"], body: Array(body.utf8))
    expectNoSecret(in: try await record(request, response, redaction), "own rules")
  }
}
