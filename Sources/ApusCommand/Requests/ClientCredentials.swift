import ApusAuthentication
import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// By what a request shows its server who asks: a name with a password, or a token.
///
/// Neither secret is an argument, which everybody on the machine could read.
struct ClientCredentials {
  static let options = [
    Option("auth", takes: "USER", "who asks, where the server wants Basic or Digest"),
    Option(
      "auth-file", takes: "FILE", "the password of --auth; else APUS_AUTH_PASSWORD says it"),
    Option("bearer", takes: "FILE", "the file of a token that is sent to the server"),
  ]

  static let details = [
    "A password or a token goes to the URL's server alone, and over http to this machine alone,",
    "except where a server asks for Digest.",
  ]

  private let user: String?
  private let passwordFile: FilePath?
  private let tokenFile: FilePath?
  private let url: HTTP.URL

  init(_ arguments: Arguments, for url: HTTP.URL) throws(UsageError) {
    self.url = url
    user = try Self.user(arguments)
    passwordFile = try arguments.path("auth-file")
    tokenFile = try arguments.path("bearer")
    if user != nil, tokenFile != nil { throw .contradiction("auth", "bearer") }
    guard passwordFile == nil || user != nil else {
      throw .missingOption("auth", placeholder: "USER")
    }
    guard tokenFile == nil || url.scheme == .https || isLocal else {
      throw .needsHTTPS(option: "bearer")
    }
    for option in ["auth", "bearer"] where arguments.has(option) {
      guard arguments.words("header").allSatisfy({ !Self.isAuthorization($0) }) else {
        throw .contradiction(option, "header 'Authorization: …'")
      }
    }
  }

  /// The name; a password behind it is a slip that is not repeated.
  private static func user(_ arguments: Arguments) throws(UsageError) -> String? {
    let expected = "a name alone; --auth-file FILE has its password"
    let user = try arguments.value("auth", expected: expected) { $0.utf8.isEmpty ? nil : $0 }
    guard let colon = user?.utf8.firstIndex(of: 0x3a), let name = user?[..<colon] else {
      return user
    }
    throw .invalidValue("\(name):…", option: "auth", expected: expected)
  }

  /// Whether a line of `--header` says who asks.
  private static func isAuthorization(_ line: Word) -> Bool {
    let name = line.bytes.prefix { $0 != 0x3a }
    return ASCII.equalsIgnoringCase(Array(name).span, "authorization")
  }

  /// Whether the server is on this machine, so that no one between hears what is said.
  private var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains("\(url.host)") }

  /// Whether a password is withheld from a server that asks for Basic.
  var isWithheld: Bool { user != nil && url.scheme != .https && !isLocal }

  /// Gives a session the password, if there is one; reads its file.
  func apply(
    to settings: inout HTTPSession.AuthenticationSettings, _ environment: (String) -> String?
  ) throws {
    guard let user else { return }
    let password = try Password.read(
      file: passwordFile, environment, variable: "APUS_AUTH_PASSWORD")
    let secret = Authentication.Secret(password.withBytes { SecretBytes(copying: $0) })
    try settings.credentials.set(.password(secret, user: user), for: "\(url.origin)")
    settings.allowsSecretsInClear = isLocal
  }

  /// The field of the token, if there is one; reads its file.
  func field() throws -> HTTP.Field? {
    guard let tokenFile else { return nil }
    let token = try Password.read(file: tokenFile) { _ in nil }
    // A token that could be none is refused before it is sent.
    let credential = try Authentication.Credential.token(
      Authentication.Secret(token.withBytes { SecretBytes(copying: $0) }))
    return HTTP.Field(.authorization, try credential.plainAnswer(.bearer))
  }
}
