import ApusNet
import ApusTestServer
import TestSupport

@testable import ApusConnections
@testable import ApusSession

/// nginx at work: before a server in clear text, with a certificate of an authority of the test's,
/// or as a server of files.
final class Nginx: Sendable {
  let url: String
  private let reserved: ReservedPort
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

  /// Starts a server of the files in a folder in clear text, which listens from then on; below
  /// `/timed/` they have no entity tags.
  convenience init(serving files: TemporaryFolder) throws {
    try self.init(
      isSecure: false,
      "location / { root \(files.path); } location /timed/ { alias \(files.path)/; etag off; }")
  }

  private init(isSecure: Bool, _ location: String) throws {
    reserved = try ReservedPort()
    let port = reserved.number
    url = isSecure ? "https://localhost:\(port)/" : "http://127.0.0.1:\(port)/"
    authority = try TestAuthority()
    folder = try TemporaryFolder()
    var server = "listen 127.0.0.1:\(port)\(isSecure ? " ssl" : "");\n"
    if isSecure {
      try folder.writeIdentity(of: authority)
      server += "ssl_certificate \(folder.path)/chain.pem;\n"
      server += "ssl_certificate_key \(folder.path)/key.pem;\n"
    }
    let settings = Self.settings(server + location, folder.path)
    _ = try folder.write(Array(settings.utf8), to: "settings")
    let status = folder.run(
      "\(Self.program) -p \(folder.path) -e \(folder.path)/errors -c \(folder.path)/settings")
    guard status == 0 else { throw Failure(status: status) }
  }

  deinit { _ = folder.run("kill $(cat pid)") }

  var port: UInt16 { reserved.number }

  /// A Boolean value that indicates whether a test that needs it must run.
  ///
  /// With `APUS_STRICT` set to 1 its absence is a failure.
  static var isExpected: Bool { Files.exists(program) || Surroundings.isStrict }

  private static let program = "/usr/sbin/nginx"

  /// The settings that need no special permission, and read only files that a test may.
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

  /// The server did not start; the status of its program.
  struct Failure: Error { let status: Int64 }
}
