import ApusCrypto
import ApusNames
import ApusNet
import ApusTLS
import ApusTestServer
import ApusX509
import CApusTestSupport
import TestSupport

@testable import ApusSession

/// nginx at work: before a server in clear text, with a certificate of an authority of the test's,
/// or as a server of files.
final class Nginx: Sendable {
  let url: String
  let port: UInt16
  let authority: TestAuthority
  private let folder: TemporaryFolder

  /// Starts a proxy before a server, which listens from then on.
  convenience init(before backend: String) throws {
    try self.init(
      isSecure: true,
      """
      location / {
        proxy_pass \(backend);
        proxy_http_version 1.1;
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-Proto $scheme;
      }
      """)
  }

  /// Starts a server of the files in a folder in clear text, which listens from then on.
  convenience init(serving files: TemporaryFolder) throws {
    try self.init(isSecure: false, "location / { root \(files.path); }")
  }

  private init(isSecure: Bool, _ location: String) throws {
    let loop = try EventLoop.shared()
    let listener = try Listener(at: .ipv4(IPv4Address(127, 0, 0, 1), port: 0), on: loop)
    port = listener.address.port ?? 0
    listener.close()
    url = isSecure ? "https://localhost:\(port)/" : "http://127.0.0.1:\(port)/"
    authority = try TestAuthority()
    folder = try TemporaryFolder()
    var server = "listen 127.0.0.1:\(port)\(isSecure ? " ssl" : "");\n"
    if isSecure {
      let key = SigningKey.p256(try .generate(using: SystemRandom()))
      let pem = key.pkcs8.withBytes { PEM.encode($0.copy(), as: .privateKey) }
      let identity = try authority.server(
        TestAuthority.loopback, key: SigningKey(pem: Array(pem.utf8).span))
      _ = try folder.write(Array(identity.chain.map(\.pem).joined().utf8), to: "chain.pem")
      _ = try folder.write(Array(pem.utf8), to: "key.pem")
      server += "ssl_certificate \(folder.path)/chain.pem;\n"
      server += "ssl_certificate_key \(folder.path)/key.pem;\n"
    }
    let settings = Self.settings(server + location, folder.path)
    _ = try folder.write(Array(settings.utf8), to: "settings")
    let status = Self.run(
      "\(Self.program) -p '\(folder.path)' -e '\(folder.path)/errors' -c '\(folder.path)/settings'")
    guard status == 0 else { throw Failure(status: status) }
  }

  deinit { _ = Self.run("kill \"$(cat '\(folder.path)/pid')\"") }

  /// Whether a test that needs it is to run: where `APUS_STRICT` is 1 its absence is a failure.
  static var isExpected: Bool { Files.exists(program) || Surroundings.isStrict }

  private static let program = "/usr/sbin/nginx"

  /// Settings with which it needs no right that a test may not have, and reads what a test may.
  private static func settings(_ server: String, _ folder: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "  \($0)_temp_path \(folder)/\($0);\n"
    }
    return """
      user root;
      worker_processes 1;
      pid \(folder)/pid;
      error_log \(folder)/errors;
      events { worker_connections 1024; }
      http {
        access_log off;
      \(temporary.joined())
        server {
          \(server)
        }
      }
      """
  }

  private static func run(_ line: String) -> Int64 {
    // SAFETY: a C string for this call only.
    unsafe apus_test_run("{ \(line); } >/dev/null 2>&1 </dev/null")
  }

  /// The server did not start: what its program ended with.
  struct Failure: Error { let status: Int64 }
}
