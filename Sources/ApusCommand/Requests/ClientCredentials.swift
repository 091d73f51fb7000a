import ApusAuthentication
import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// The credentials of a request, which are either a user name with a password or a token.
///
/// The password and the token are never arguments, because every user of the machine can read the
/// arguments of a process.
struct ClientCredentials {
  static let options = [
    Option("auth", letter: "u", takes: "USER", "the user name for Basic or Digest authentication"),
    Option(
      "auth-file", takes: "FILE|-",
      "the file with the password of --auth (default: APUS_AUTH_PASSWORD, or a prompt)"),
    Option(
      "auth-now",
      "sends the password with Basic authentication at once, without waiting for a "
        + "challenge"),
    Option(
      "auth-type", takes: "basic|digest|bearer",
      "the only authentication scheme that may be used; bearer sends the password as a token"),
    Option("bearer", takes: "FILE|-", "the file with a bearer token, which is sent to the server"),
  ]

  static let details = [
    "A password or token is sent only to the server of the URL. Over http a password or token",
    "is sent only to this machine, except in response to a Digest challenge. Some servers",
    "respond with 404 or 403 instead of a challenge: use --auth-now for such servers.",
  ]

  private enum Kind: String, CaseIterable {
    case basic, digest, bearer
  }

  private let user: String?
  private let passwordFile: FilePath?
  private let tokenFile: FilePath?
  private let kind: Kind?
  private let isSentAtOnce: Bool
  private let url: HTTP.URL
  /// The password or token that a named session has stored, so the user need not enter it again.
  private var storedSecret: String?

  init(
    _ arguments: Arguments, for url: HTTP.URL, headers: HTTP.Fields
  ) throws(UsageError) {
    self.url = url
    user = try Self.user(arguments)
    passwordFile = try arguments.path("auth-file")
    tokenFile = try arguments.path("bearer")
    isSentAtOnce = arguments.has("auth-now")
    let expected = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    kind = try arguments.value("auth-type", expected: "one of \(expected)") { Kind(rawValue: $0) }
    try check(arguments)
    for option in ["auth", "auth-type", "bearer"] where arguments.has(option) {
      guard !headers.contains(.authorization) else {
        throw .contradiction(option, "header 'Authorization: …'")
      }
    }
  }

  /// Throws an error if credential options exclude each other or require an option that is missing.
  private func check(_ arguments: Arguments) throws(UsageError) {
    if tokenFile != nil {
      for option in ["auth", "auth-file", "auth-now", "auth-type"] where arguments.has(option) {
        throw .contradiction(option, "bearer")
      }
    }
    if user != nil, kind == .bearer { throw .contradiction("auth", "auth-type bearer") }
    if isSentAtOnce, kind == .digest { throw .contradiction("auth-now", "auth-type digest") }
    let needsUser = passwordFile != nil || isSentAtOnce || kind != nil
    guard !needsUser || user != nil || kind == .bearer else {
      throw .missingOption("auth", placeholder: "USER")
    }
    guard url.scheme != .https, !isLocal else { return }
    if hasToken { throw .needsHTTPS(option: tokenFile == nil ? "auth-type" : "bearer") }
    if isSentAtOnce { throw .needsHTTPS(option: "auth-now") }
  }

  /// Returns the user name of the command line. An error about the user name omits a password that
  /// follows the name.
  private static func user(_ arguments: Arguments) throws(UsageError) -> String? {
    let expected = "a user name without a password, and --auth-file FILE for the password"
    let user = try arguments.value("auth", expected: expected) { $0.utf8.isEmpty ? nil : $0 }
    guard let colon = user?.utf8.firstIndex(of: 0x3a), let name = user?[..<colon] else {
      return user
    }
    throw .invalidValue("\(name):…", option: "auth", expected: expected)
  }

  /// A Boolean value that indicates whether the server is on the local machine.
  ///
  /// Traffic to the local machine cannot be intercepted on a network.
  private var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains("\(url.host)") }

  private var hasToken: Bool { tokenFile != nil || kind == .bearer }

  /// A Boolean value that indicates whether the command line contains credentials.
  var isGiven: Bool { user != nil || hasToken }

  /// The authentication scheme of a credential that is sent before a challenge, or `nil` if no
  /// credential is sent in advance.
  var schemeSentAtOnce: String? {
    if hasToken { return "Bearer" }
    return user != nil && isSentAtOnce ? "Basic" : nil
  }

  /// The options of curl for a password that is sent after a challenge.
  var curlWords: [String] {
    guard let user, !isSentAtOnce else { return [] }
    return [
      "--user", user, kind == .basic ? "--basic" : kind == .digest ? "--digest" : "--anyauth",
    ]
  }

  /// A Boolean value that indicates whether the tool does not send the password in response to a
  /// Basic challenge.
  var isWithheld: Bool {
    user != nil && kind != .digest && url.scheme != .https && !isLocal
  }

  /// A description of the credentials without the password or token.
  var words: String {
    user.map { "the password of \(ForeignText.escaped($0.utf8))" } ?? "the token"
  }

  /// The name of the option whose value is the file of the password or token.
  var secretOption: String { tokenFile == nil ? "auth-file" : "bearer" }

  /// A Boolean value that indicates whether the password or token is read from standard input.
  var usesStandardInput: Bool { passwordFile == "-" || tokenFile == "-" }
}

extension ClientCredentials {
  /// Reads the password or token from its file, from the environment or from the user at the
  /// terminal.
  ///
  /// - Returns: The password or token, or `nil` if the command line contains no credentials.
  func secret(_ console: Console) async throws -> Password? {
    guard isGiven else { return nil }
    if let storedSecret { return try Password.read(file: nil, { _ in storedSecret }) }
    if let file = tokenFile ?? passwordFile {
      return try Password.read(file: file == "-" ? "/dev/stdin" : file) { _ in nil }
    }
    let variable = "APUS_AUTH_PASSWORD"
    if console.environment(variable) != nil {
      return try Password.read(file: nil, console.environment, variable: variable)
    }
    let host = "\(url.origin.host)"
    guard console.mayAsk, let secret = try await Password.ask("\(words) for \(host): ") else {
      throw UsageError.noPassword(words)
    }
    return secret
  }

  /// Passes the password to a session, which uses the password to answer challenges.
  func apply(
    _ secret: Password?, to settings: inout HTTPSession.AuthenticationSettings
  ) throws {
    guard let user, let secret, !isSentAtOnce else { return }
    let scheme: Authentication.Scheme? =
      switch kind {
      case .basic: .basic
      case .digest: .digest
      case .bearer, nil: nil
      }
    try settings.credentials.set(
      .password(secret.copy, user: user), for: "\(url.origin)", scheme: scheme)
    settings.allowsSecretsInClear = isLocal
  }

  /// Returns the credential field that is sent before a challenge, or `nil` if the credentials
  /// require a challenge.
  func field(_ secret: Password?) throws -> HTTP.Field? {
    guard let secret else { return nil }
    if hasToken {
      // A malformed token is rejected before a request is sent.
      let credential = try Authentication.Credential.token(secret.copy)
      return HTTP.Field(.authorization, try credential.plainAnswer(.bearer))
    }
    guard let user, isSentAtOnce else { return nil }
    let credential = Authentication.Credential.password(secret.copy, user: user)
    return HTTP.Field(.authorization, try credential.plainAnswer(.basic))
  }
}

extension ClientCredentials {
  /// Creates credentials from a named session for the server of a URL.
  init(_ stored: StoredCredentials, for url: HTTP.URL) {
    user = stored.user
    kind = stored.scheme.flatMap { Kind(rawValue: $0) }
    isSentAtOnce = stored.isSentAtOnce
    storedSecret = stored.secret
    self.url = url
    (passwordFile, tokenFile) = (nil, nil)
  }

  /// Returns the credentials in the form that a named session stores, or `nil` if the credentials
  /// are missing.
  func stored(_ secret: Password?) -> StoredCredentials? {
    guard isGiven, let secret else { return nil }
    var bytes: [UInt8] = []
    secret.withBytes { span in
      for index in span.indices { bytes.append(span[index]) }
    }
    // A password that is not valid UTF-8 text is not stored.
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return StoredCredentials(
      user: user, scheme: (hasToken ? Kind.bearer : kind)?.rawValue, isSentAtOnce: isSentAtOnce,
      secret: text)
  }
}

extension Password {
  /// A copy of the secret in the form that a session accepts.
  fileprivate var copy: Authentication.Secret {
    Authentication.Secret(withBytes { SecretBytes(copying: $0) })
  }
}
