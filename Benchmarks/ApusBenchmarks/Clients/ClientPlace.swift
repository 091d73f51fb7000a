import Glibc

/// The folder and the nginx server of the client workloads, without TLS and with TLS.
struct ClientPlace {
  let folder: String
  let roots: String
  let port: UInt16
  let securePort: UInt16
  private let nginx: pid_t

  init() throws {
    folder = try Command.temporaryFolder()
    roots = folder + "/roots.pem"
    let files = folder + "/files"
    unsafe mkdir(files, 0o755)
    for (name, count) in [("tiny", 100), ("small", 1024), ("page", 64 << 10)] {
      try Workplace.write([UInt8](repeating: 0x78, count: count), to: "\(files)/\(name)")
    }
    for number in 0..<6 {
      try Workplace.write(Array(Self.document(number).utf8), to: "\(files)/\(number).json")
    }
    let outcome = try Command.run(["sh", Peer.folder + "/certificates.sh", folder, Self.names])
    guard outcome.status == 0 else {
      throw Peer.Failure.command("certificates.sh", status: outcome.status)
    }
    let (clear, secure) = (
      try Loopback(isOnAllAddresses: true), try Loopback(isOnAllAddresses: true)
    )
    defer {
      clear.close()
      secure.close()
    }
    (port, securePort) = (clear.port, secure.port)
    let settings = Self.settings(folder, clear.port, secure.port)
    try Workplace.write(Array(settings.utf8), to: folder + "/nginx.conf")
    nginx = try Command.start(
      [
        "env", "NGINX=3;4;", "taskset", "-c", "\(Cores.server)", "nginx", "-p", folder, "-c",
        "nginx.conf",
      ], with: [clear.descriptor, secure.descriptor])
  }

  /// Stops the nginx server and removes all files.
  func close() throws {
    Command.stop(nginx, by: SIGTERM)
    _ = try Command.run(["rm", "-r", folder])
  }

  private static let names =
    "DNS:localhost," + (1...8).map { "IP:127.0.0.\($0)" }.joined(separator: ",")

  /// Returns a JSON document of about 1 KB. The six documents differ in their numbers and in the
  /// lengths of their texts.
  static func document(_ number: Int) -> String {
    let tags = (0..<(6 + number)).map { "\"tag-\($0 * 31 + number)\"" }.joined(separator: ",")
    let facts = (0..<(12 - number)).map {
      "\"fact\($0)\":\"\(String(repeating: "value ", count: 4 + number + $0 % 3))\""
    }.joined(separator: ",")
    return """
      {"id":\(1000 + number),"name":"Ada Lovelace \(number)","mail":"ada\(number)@example.com",\
      "grams":\(41.5 + Double(number)),"tags":[\(tags)],"facts":{\(facts)}}
      """
  }

  private static func settings(_ folder: String, _ port: UInt16, _ securePort: UInt16) -> String {
    """
    user root;
    worker_processes 1;
    worker_rlimit_nofile 20000;
    daemon off;
    pid \(folder)/pid;
    error_log \(folder)/errors;
    events { worker_connections 16384; }
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      keepalive_timeout 600s;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      ssl_protocols TLSv1.3;
      split_clients "$request_id" $document {
        17% 0; 17% 1; 17% 2; 17% 3; 16% 4; * 5;
      }
      root \(folder)/files;
      types { }
      default_type application/json;
      server {
        listen \(port) backlog=4096;
        listen \(securePort) ssl backlog=4096;
        ssl_certificate \(folder)/ecdsa.pem;
        ssl_certificate_key \(folder)/ecdsa.pem;
        location /mix/ { try_files /$document.json =404; }
        location /post { return 200 '\(document(3))'; }
      }
    }
    """
  }
}
