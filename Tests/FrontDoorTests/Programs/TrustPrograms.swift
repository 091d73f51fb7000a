import Apus

/// Programs about certificates, tokens, proxies, cookies and signatures.
///
/// They are compiled, and not run: their services do not exist here.
enum TrustPrograms {
  /// A client certificate, and a private authority.
  static func identify() async throws {
    struct Status: Decodable { var subject: String }

    func internalSession(_ folder: String, withIdentity: Bool = true) throws -> HTTPSession {
      try HTTPSession("https://localhost:8443/") {
        $0.tls.roots = try .only(pemFile: "\(folder)/ca.pem")
        if withIdentity {
          $0.tls.identity = try .pem(chain: "\(folder)/client.pem", key: "\(folder)/client.key")
        }
        $0.tls.onBrokenFile = { error in print("a file is broken: \(error)") }
        $0.timeouts.connect = .seconds(3)
      }
    }

    let folder = "/var/lib/example"
    do {
      let api = try internalSession(folder)
      let response = try await api.get("status", as: HTTPSession.Response<Status>.self)
      print(response.value.subject, response.status)
      let plain = try internalSession(folder, withIdentity: false)
      _ = try await plain.get("status")
    } catch let error as HTTPSessionError {
      switch error.code {
      case .trust: print("the server is not trusted: \(error.trust?.explanation ?? "")")
      case .tls: print("TLS failed: \(error)")
      case .trustSource: print("a file could not be read: \(error)")
      default: print("other: \(error)")
      }
    }
  }

  /// Pinned keys, with a backup.
  static func pinKeys() async throws {
    func pinnedSession(_ pin: String, backup: String) throws -> HTTPSession {
      try HTTPSession("https://localhost:8443/") {
        $0.tls.roots = try .only(pemFile: "/var/lib/example/ca.pem")
        $0.tls.pins = [.host("localhost", pin, backup: backup, expires: "2030-01-01")]
      }
    }

    let (pin, backup) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let unknown = "sha256/" + String(repeating: "A", count: 43) + "="
    for (name, first, second) in [
      ("current", pin, backup), ("rotated", backup, pin), ("wrong", unknown, backup),
    ] {
      do {
        let api = try pinnedSession(first, backup: second)
        print(name, try await api.get("status").text)
        await api.shutdown(within: .seconds(1))
      } catch let error as HTTPSessionError where error.isTrust {
        print(name, "rejected: \(error)")
      }
    }
    do {
      _ = try pinnedSession("sha256/nonsense", backup: backup)
    } catch {
      print("invalid: \(error)")
    }
  }

  /// A bearer token that is fetched and refreshed.
  static func fetchTokens() async throws {
    actor TokenSource {
      private struct Grant: Decodable { var accessToken: String, expiresIn: Int? }
      private let login: HTTPSession
      private let secret: String
      private(set) var fetches = 0

      init(login: HTTPSession, secret: String) {
        self.login = login
        self.secret = secret
      }

      func token() async throws -> HTTPSession.AccessToken {
        fetches += 1
        let grant = try await login.post(
          "oauth/token",
          .form(["grant_type": "client_credentials", "client_id": "svc", "client_secret": secret]),
          as: Grant.self)
        return HTTPSession.AccessToken(
          Authentication.Secret(grant.accessToken),
          expiresIn: grant.expiresIn.map { .seconds($0) })
      }
    }

    let server = "http://127.0.0.1:8080"
    let source = TokenSource(login: try HTTPSession(server), secret: "s3cret")
    let api = try HTTPSession("\(server)/v1/") {
      $0.interceptors.append(
        try .bearer(for: server, inClear: true) { try await source.token() })
    }
    do {
      async let first = api.get("private/1")
      async let second = api.get("private/2")
      print(try await first.text, try await second.text, "fetches:", await source.fetches)
      try await api.post("oauth/revoke-all")
      print(try await api.get("private/3").text, "fetches:", await source.fetches)
    } catch let error as HTTPSessionError where error.status == 401 {
      print("still not allowed: \(error)")
    }
  }

  /// Tokens of an actor that refreshes its grant.
  static func refreshGrants() async throws {
    struct Grant: Decodable {
      var accessToken: String
      var refreshToken: String?
      var expiresIn: Int
    }

    actor Tokens {
      let login: HTTPSession
      private var refresh: String
      private(set) var fetches = 0

      init(login: HTTPSession, refresh: String) {
        self.login = login
        self.refresh = refresh
      }

      func next() async throws -> HTTPSession.AccessToken {
        fetches += 1
        let grant = try await login.post(
          "oauth/token", .form(["grant_type": "refresh_token", "refresh_token": refresh]),
          as: Grant.self)
        if let new = grant.refreshToken { refresh = new }
        return HTTPSession.AccessToken(
          Authentication.Secret(grant.accessToken), expiresIn: .seconds(grant.expiresIn))
      }
    }

    struct Account: Decodable { var user: String, token: String }

    let login = try HTTPSession("http://127.0.0.1:8080/")
    let tokens = Tokens(login: login, refresh: "r0")
    let api = try HTTPSession("http://127.0.0.1:8080/") {
      $0.interceptors.append(
        try .bearer(for: "http://127.0.0.1:8080", inClear: true) { try await tokens.next() })
    }
    let users = try await withThrowingTaskGroup(of: Account.self) { group in
      for _ in 1...5 { group.addTask { try await api.get("account", as: Account.self) } }
      var all: [Account] = []
      for try await account in group { all.append(account) }
      return all
    }
    print(users.map(\.token), "fetches", await tokens.fetches)
    try await login.post("oauth/revoke", .form(["token": users[0].token]))
    print(try await api.get("account", as: Account.self), "fetches", await tokens.fetches)
  }

  /// A proxy with a password, and exceptions.
  static func useProxy() async throws {
    func session(_ base: String, password: String) throws -> HTTPSession {
      try HTTPSession(base) {
        $0.proxies = .list(
          [
            try .http(
              "127.0.0.1:8080", .password(Authentication.Secret(password), user: "svc"))
          ],
          except: ["10.0.0.0/8", ".internal", "direct.example.com"])
        $0.dns.overrides["direct.example.com"] = ["127.0.0.1"]
        $0.timeouts.connect = .seconds(3)
      }
    }

    func describe(_ base: String, password: String) async {
      do {
        let api = try session(base, password: password)
        print(base, try await api.get("v1/via").text)
      } catch let error as HTTPSessionError where error.code == .proxy {
        print(base, "the proxy refused: \(error)")
      } catch {
        print(base, "failed: \(error)")
      }
    }

    await describe("http://api.example.com:18281/", password: "open sesame")
    await describe("http://direct.example.com:18281/", password: "open sesame")
    await describe("http://api.example.com:18281/", password: "wrong")
  }

  /// A login by cookies, which are listed and removed.
  static func keepCookies() async throws {
    final class Account {
      let cookies = HTTPSession.CookieStorage()
      let api: HTTPSession

      init(_ base: String) throws {
        let cookies = cookies
        api = try HTTPSession(base) { $0.cookies = cookies }
      }

      func logIn(_ user: String, _ password: String) async throws {
        try await api.post("login", .form(["user": user, "password": password]))
      }

      func logOut() {
        cookies.removeAll()
      }
    }

    let account = try Account("http://127.0.0.1:8080/v1/")
    do {
      try await account.logIn("ada", "secret")
      for cookie in account.cookies.cookies {
        print(cookie.name, cookie.domain, cookie.path)
      }
      print(try await account.api.get("me").text)
      account.logOut()
      print(account.cookies.cookies.count)
      print(try await account.api.get("me").text)
    } catch let error as HTTPSessionError where error.status == 401 {
      print("not logged in: \(error.explanation ?? "")")
    }
  }

  /// The check of a webhook's code.
  static func verifyWebhooks() async throws {
    struct WebhookReceiver {
      struct Push: Decodable { var ref: String }
      enum Failure: Error { case unsigned, forged }

      let secret: Authentication.Secret

      func receive(_ headers: [String: String], _ body: [UInt8]) throws -> Push {
        guard let signature = headers["X-Hub-Signature-256"] else { throw Failure.unsigned }
        guard secret.verifies(signature, of: body) else { throw Failure.forged }
        return try JSONCoder().decode(Push.self, from: body)
      }
    }

    let receiver = WebhookReceiver(secret: Authentication.Secret("It's a Secret to Everybody"))
    let body = Array(#"{"ref":"refs/heads/main"}"#.utf8)
    let code = HashAlgorithm.hex(
      HashAlgorithm.sha256.code(of: body, key: Array("It's a Secret to Everybody".utf8)))
    print(code)
    print(try receiver.receive(["X-Hub-Signature-256": "sha256=\(code)"], body).ref)
    for headers in [[:], ["X-Hub-Signature-256": "sha256=" + String(repeating: "0", count: 64)]] {
      do {
        _ = try receiver.receive(headers, body)
        print("accepted?!")
      } catch {
        print("rejected:", error)
      }
    }
  }

  /// Signed notices of two services.
  static func verifyPayments() async throws {
    enum WebhookError: Error { case unsigned, forged, tooOld }

    struct Webhooks: Sendable {
      let secret: Authentication.Secret

      func payment(_ header: String?, body: [UInt8], now: Int) throws -> [UInt8] {
        guard let header else { throw WebhookError.unsigned }
        var parts: [String: String] = [:]
        for part in header.split(separator: ",") {
          let pair = part.split(separator: "=", maxSplits: 1)
          if pair.count == 2 { parts[String(pair[0])] = String(pair[1]) }
        }
        guard let time = parts["t"].flatMap({ Int($0) }), abs(now - time) < 300 else {
          throw WebhookError.tooOld
        }
        guard secret.verifies(parts["v1"] ?? "", of: Array("\(time).".utf8) + body) else {
          throw WebhookError.forged
        }
        return body
      }

      func push(_ header: String?, body: [UInt8]) -> Bool {
        secret.verifies(header ?? "", of: body)
      }
    }

    let key = Array("whsec".utf8)
    let hooks = Webhooks(secret: Authentication.Secret("whsec"))
    let body = Array(#"{"ok":true}"#.utf8)
    let code = HashAlgorithm.hex(
      HashAlgorithm.sha256.code(of: Array("1000.".utf8) + body, key: key))
    print(try hooks.payment("t=1000,v1=\(code)", body: body, now: 1_100).count)
    do { _ = try hooks.payment("t=1000,v1=\(code)", body: body + [32], now: 1_100) } catch {
      print(error)
    }
    print(
      hooks.push(
        "sha256=\(HashAlgorithm.hex(HashAlgorithm.sha256.code(of: body, key: key)))",
        body: body), hooks.push(nil, body: body))
  }
}
