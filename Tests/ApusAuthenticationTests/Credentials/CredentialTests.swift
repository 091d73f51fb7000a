import ApusBytes
import ApusHTTP
import Testing

@testable import ApusAuthentication

/// RFC 7617 section 2 and RFC 6750 section 2.1.
struct CredentialTests {
  private func basic(_ user: String, _ password: String) throws -> String {
    let value = try Given.credential(user, password).plainAnswer(.basic)
    #expect(value.isSensitive)
    return String(decoding: value.bytes, as: UTF8.self)
  }

  @Test func `a Basic credential is the base64 of the user name, a colon and the password`() throws
  {
    #expect(try basic("Aladdin", "open sesame") == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(try basic("test", "123\u{a3}") == "Basic dGVzdDoxMjPCow==")
    #expect(try basic("", ":") == "Basic Ojo=")
  }

  @Test func `a user name with a colon is rejected for Basic`() {
    #expect(throws: AuthenticationError.userHasColon) { try basic("a:b", "c") }
  }

  @Test(arguments: ["\n", "\u{0}", "\u{1f}", "\u{7f}", "a\tb"])
  func `a user name or password with a control character is rejected for Basic`(text: String) {
    #expect(throws: AuthenticationError.controlCharacter) { try basic(text, "a") }
    #expect(throws: AuthenticationError.controlCharacter) { try basic("a", text) }
  }

  @Test(arguments: ["a", "aA0-._~+/==", "mF_9.B5f-4.1JqM"])
  func `a bearer token is sent unchanged in the Authorization field`(token: String) throws {
    let credential = try Authentication.Credential.token(Authentication.Secret(token))
    let value = try credential.plainAnswer(.bearer)
    #expect(String(decoding: value.bytes, as: UTF8.self) == "Bearer \(token)" && value.isSensitive)
  }

  @Test(arguments: ["", "=", "a b", "a=b", "a\r\nX: y", "\u{e9}", "a,b", "\"a\""])
  func `a bearer token with an invalid character is rejected`(token: String) {
    #expect(throws: AuthenticationError.malformedToken) {
      try Authentication.Credential.token(Authentication.Secret(token))
    }
  }

  @Test func `a password answers Basic and Digest, and a token answers Bearer`() throws {
    let token = try Authentication.Credential.token(Authentication.Secret("t"))
    #expect(throws: AuthenticationError.credentialMismatch(.basic)) {
      try token.plainAnswer(.basic)
    }
    #expect(throws: AuthenticationError.credentialMismatch(.bearer)) {
      try Given.credential().plainAnswer(.bearer)
    }
    let schemes: [Authentication.Scheme] = [.basic, .digest, .bearer, .ntlm, .negotiate]
    #expect(schemes.map(token.suits) == [false, false, true, false, false])
    #expect(schemes.map(Given.credential().suits) == [true, true, false, false, false])
  }

  @Test func `two credentials are equal only if their kinds and bytes are equal`() throws {
    let token = try Authentication.Credential.token(Authentication.Secret("password"))
    #expect(Given.credential() == Given.credential())
    #expect(Given.credential("a") != Given.credential("b"))
    #expect(Given.credential("a", "b") != Given.credential("a", "c"))
    // Text that looks the same has other bytes.
    #expect(Given.credential("\u{e9}") != Given.credential("e\u{301}"))
    #expect(token == token && token != Given.credential("", "password"))
  }

  @Test func `descriptions of credentials and answers omit the secret`() throws {
    let secret = Authentication.Secret("hunter2")
    let credential = Authentication.Credential.password(secret, user: "hunter2")
    let token = try Authentication.Credential.token(secret)
    var store = Authentication.CredentialStore()
    store.set(credential, for: try Given.server())
    var session = try Given.session("realm=a, nonce=b", user: "hunter2", password: "hunter2")
    let answer = try session.next(.init(.get, "/"), using: Given.Random())
    var text = "\(secret) \(credential) \(token) \(store) \(answer) \(session)"
    text += String(reflecting: secret) + String(reflecting: credential)
    for value: Any in [secret, credential, token, store, answer, session] {
      dump(value, to: &text)
    }
    #expect(!text.contains("hunter2"))
    #expect(text.contains("redacted"))
    let response = try Given.parameters(of: answer.value)["response"]?.value
    #expect(!text.contains(try #require(response)))
  }
}
