import ApusAuthentication
import ApusHTTP
import ApusNames
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The messages of common mistakes, each with its remedy.
@Suite(.ownThread) struct MessageTests {
  private struct User: Codable { var userId: Int }

  /// Returns a session whose stub sends JSON or other content.
  private func stub(
    _ body: String, _ headers: HTTP.Fields = ["Content-Type": "application/json"],
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in }
  ) -> HTTPSession {
    var configuration = HTTPSession.Configuration()
    configure(&configuration)
    return .stub("https://h/", configuration: configuration) { _ in
      HTTP.Response(200, headers: headers, body: Array(body.utf8))
    }
  }

  private func text<Value: Decodable & SendableMetatype>(
    of session: HTTPSession, as type: Value.Type
  ) async -> String {
    do {
      _ = try await session.get("a", as: type)
      return "no error"
    } catch {
      return "\(error)"
    }
  }

  @Test func `the error for invalid JSON contains the position of the syntax error`() async {
    #expect(
      await text(of: stub("<html>"), as: User.self)
        == "GET https://h/a: the content of the response is not valid JSON: line 1, column "
        + "1 (byte 0): the byte 0x3c is not allowed in this place of the JSON text; the "
        + "content begins with <, as HTML and XML do")
    let cut = await text(of: stub(#"{"userId":"#), as: User.self)
    #expect(
      cut.contains(
        "the content of the response is not valid JSON: line 1, column 11 (byte 10): the "
          + "JSON text ends too early"))
  }

  @Test func `the error for content in an unsupported coding names the coding`() async {
    let headers: HTTP.Fields = ["Content-Type": "application/json", "Content-Encoding": "compress"]
    let text = await text(of: stub("\u{1b}x", headers), as: User.self)
    #expect(text.hasSuffix("; the Content-Encoding compress of the content was not decoded"))
  }

  @Test func `the error for JSON names in snake case suggests the coder's key setting`() async {
    let text = await text(of: stub(#"{"user_id":1}"#), as: User.self)
    #expect(
      text.contains(
        #"the object has no member "userId", but the member "user_id"; "#
          + "set the keys of the JSONCoder to .snakeCase"))
    let other = await self.text(of: stub(#"{"id":1}"#), as: User.self)
    #expect(other.hasSuffix(#"has no member "userId""#))
  }

  @Test func `the error for a date in another form suggests the coder's date setting`() async {
    struct Event: Codable { var at: JSON.Moment }
    let number = await text(of: stub(#"{"at":1700000000}"#), as: Event.self)
    #expect(
      number.hasSuffix(
        "the value is a number, but a date in ISO 8601 is expected; set the dates of "
          + "the JSONCoder, such as .secondsSince1970"))
    let name = await text(of: stub(#"{"at":"Ada"}"#), as: Event.self)
    #expect(name.hasSuffix(#""Ada" is not a date in ISO 8601"#))
  }

  @Test func `the error for text or bytes decoded as a value suggests the right property`() async {
    let binary: HTTP.Fields = ["Content-Type": "application/octet-stream"]
    let bytes = await text(of: stub("x", binary), as: [UInt8].self)
    #expect(
      bytes.hasSuffix(
        "; to get the content as bytes, read the property `body` or `data` of a response "
          + "without `as:`"))
    let text = await text(of: stub("x", ["Content-Type": "text/plain"]), as: String.self)
    #expect(
      text.hasSuffix(
        "; to get the content as text, read the property `text` of a response without `as:`"))
    #expect(await self.text(of: stub(#""x""#), as: String.self) == "no error")
    let user = await self.text(of: stub("x", binary), as: User.self)
    #expect(!user.contains("`as:`"))
  }

  @Test func `the error for content beyond the limit contains the limit and its setting`() async {
    let session = stub("12345") { $0.limits.collectedByteCount = 4 }
    #expect(
      await session.failure(of: .get("a"))?.description
        == "GET https://h/a: the content is longer than the limit of 4 bytes; download or "
        + "stream the content, or raise the limit (limits.collectedByteCount)")
    #expect("\(HTTPSessionError(.bodyTooLong(limit: 64 << 20)))".contains("the limit of 64 MiB;"))
  }

  @Test(arguments: [
    ("api.example.com/v1", "; did you mean https://api.example.com/v1?"),
    ("localhost:8080", "; did you mean http://localhost:8080?"),
    ("ftp://h/", "the URL has the scheme ftp instead of http or https"),
    ("/v1", "must begin with http:// or https://"),
    ("https://ada:secret@h/", "; give the credential to authentication.credentials instead"),
    ("https://h/a b", "a space is not allowed in a URL"),
  ])
  func `the error for an invalid base shows the base without its secrets`(base: String, end: String)
  {
    do {
      _ = try HTTPSession(base)
      Issue.record("no error")
    } catch {
      let text = "\(error)"
      #expect(text.hasPrefix("the base ") && text.hasSuffix(end), "\(text)")
      #expect(!text.contains("secret"))
      #expect(text.contains("ada") || text.contains(base) || base.contains("ada"))
    }
  }

  @Test func `the error for a relative target explains that the session has no base`() async throws
  {
    let session = try HTTPSession()
    #expect(
      await session.failure(of: .get("users/1"))?.description
        == "GET users/1: the URL must begin with http:// or https://; the session has no "
        + "base URL for a relative target: create the session with a base, or use a whole "
        + "URL")
    await session.shutdown()
  }

  @Test func `the error for a port of another protocol names the setting that allows it`()
    async throws
  {
    let session = try HTTPSession("http://127.0.0.1:22/")
    #expect(
      await session.failure()?.description
        == "GET http://127.0.0.1:22/: port 22 of 127.0.0.1 belongs to another protocol "
        + "than HTTP; if the server uses HTTP there, add the port to egress.liftedPorts")
    await session.shutdown()
  }

  @Test(arguments: [
    ("https", "<!DOCTYPE html>", "responded with plain HTTP instead of TLS; use an http URL"),
    (
      "https", "SSH-2.0-x\r\n",
      #"the peer does not use TLS: the first bytes of the peer are "SSH-2""#
    ),
    ("http", "SSH-2.0-x\r\n\r\n", #"is not HTTP: the response begins with "SSH-2.0-x"#),
  ])
  func `the error for a server of another protocol describes that protocol`(
    scheme: String, bytes: String, words: String
  ) async throws {
    try await SessionFixture.withConnections { connection in
      try await connection.write(bytes)
      try await connection.hang()
    } _: { fixture in
      let text = await fixture.failure(
        of: .get(.reference("\(scheme)://127.0.0.1:\(fixture.server.port)/"))
      )
      .map { "\($0)" }
      #expect(text?.contains(words) == true, "\(text ?? "none")")
    }
  }

  @Test func `the error for a timeout of zero names the setting and its value`() {
    #expect(throws: HTTPSessionError.self) {
      try HTTPSession("https://h/") { $0.timeouts.connect = .zero }
    }
    do {
      _ = try HTTPSession("https://h/") { $0.timeouts.connect = .zero }
    } catch {
      #expect(
        "\(error)"
          == "the setting timeouts.connect must be a time longer than 0 s, but is 0.0 seconds")
    }
  }

  @Test func `the error for a bearer token over plain HTTP suggests HTTPS`() {
    do {
      _ = try HTTPSession.Interceptor.bearer(for: "http://h/") { Authentication.Secret("t") }
      Issue.record("no error")
    } catch {
      #expect(
        "\(error)"
          == "the authentication scheme Bearer would send a secret unencrypted; "
          + "use https, or allow http with inClear: true")
    }
  }

  @Test func `the error for a 407 proxy response explains the missing credential`() {
    let fault = HTTPSessionError.ProxyFault(
      proxy: "http://p:1", cause: .authentication(.noCredential))
    #expect(
      "\(fault)"
        == "the proxy http://p:1 requires a credential, but the session has no credential for "
        + "this proxy")
    let rejected = HTTPSessionError.ProxyFault(
      proxy: "http://p:1", cause: .authentication(.credentialRefused))
    #expect(
      "\(rejected)" == "the proxy http://p:1 rejected the user name or the password")
  }

  @Test func `the error for events of another media type names the required type`() async {
    let session = stub("{}")
    do {
      try await session.events(.get("a")) { _ in }
      Issue.record("no error")
    } catch {
      #expect(
        "\(error)" == "GET https://h/a: the media type of the response is application/json; the "
          + "required media type is text/event-stream")
    }
  }

  @Test func `the error for a PEM file passed as PKCS 12 suggests the pem initializer`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("-----BEGIN CERTIFICATE-----\n".utf8), to: "a.pem")
    do {
      _ = try HTTPSession.ClientIdentity.pkcs12(file: path, password: "x")
      Issue.record("no error")
    } catch {
      #expect(
        "\(error)" == "the client identity cannot be read: the file \(path) is PEM instead of PKCS "
          + "#12; use .pem(chain:key:)")
    }
  }

  @Test func `the error for an unusable file path suggests a remedy`() async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.with { _ in
      .response(HTTP.Response(200))
    } _: { fixture in
      let upload = await fixture.failure(of: .post("a", .file(folder.path)))
        .map { "\($0)" }
      #expect(
        upload?.hasSuffix("the path leads to a folder, but only a regular file can be read") == true
      )
      let there = try folder.write([1], to: "there")
      for (path, remedy) in [
        ("\(folder.path)/none/file", "the option .createFolders creates the folder of the file"),
        (there, "the option .overwrite replaces an existing file"),
      ] {
        do {
          try await fixture.session.download("a", to: path)
          Issue.record("no error")
        } catch {
          #expect("\(error)".hasSuffix("; \(remedy)"), "\(error)")
        }
      }
    }
  }
}
