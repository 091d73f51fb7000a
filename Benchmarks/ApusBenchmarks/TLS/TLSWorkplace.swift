import Glibc

/// The folder, the certificates and the servers of a measurement, which run on the first core.
struct TLSWorkplace {
  /// The path of the file of 1 GB that is sent and received.
  let large: String
  /// The path of the root certificates of all servers.
  let roots: String
  /// The paths of the C clients, one with OpenSSL only and one with libcurl.
  let client: String
  let curlClient: String
  /// The ports of the nginx server with a P-256 key and of the nginx server with an RSA key.
  let ecdsaPort: UInt16
  let rsaPort: UInt16
  /// The port of `openssl s_server` with a P-256 key, which serves one connection at a time.
  let serverPort: UInt16

  private let folder: String
  private let children: [pid_t]

  init() throws {
    let folder = try Command.temporaryFolder()
    self.folder = folder
    client = folder + "/client"
    curlClient = folder + "/curl"
    large = folder + "/files/large"
    roots = folder + "/roots.pem"
    unsafe mkdir(folder + "/files", 0o755)
    let content = [UInt8](repeating: 0x78, count: 1024)
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1024\r\n\r\n"
    try Workplace.write(content, to: folder + "/files/small")
    try Workplace.write(Array(head.utf8) + content, to: folder + "/files/whole")
    try Workplace.write([], to: large)
    guard unsafe truncate(large, Workplace.largeByteCount) == 0 else {
      throw Peer.Failure.command("truncate", status: errno)
    }
    try Self.execute(["sh", Peer.folder + "/certificates.sh", folder])
    for (source, path, libraries) in [
      ("tls_client.c", client, ["ssl", "crypto"]), ("curl_client.c", curlClient, ["curl"]),
      ("http_sink.c", folder + "/sink", []),
    ] {
      try Peer.compile(source, to: path, isLibrary: false, level: "-O3", libraries: libraries)
    }
    let (ecdsa, rsa, sink) = (try Loopback(), try Loopback(), try Loopback())
    let server = try Loopback()
    (ecdsaPort, rsaPort, serverPort) = (ecdsa.port, rsa.port, server.port)
    // The server process opens its socket itself.
    server.close()
    defer { for socket in [ecdsa, rsa, sink] { socket.close() } }
    let settings = Self.settings(folder, ecdsa.port, rsa.port, sink.port)
    try Workplace.write(Array(settings.utf8), to: folder + "/nginx.conf")
    let nginx = ["nginx", "-p", folder, "-c", "nginx.conf"]
    let onFirstCore = ["taskset", "-c", "0"]
    let openssl = [
      "openssl", "s_server", "-accept", "127.0.0.1:\(serverPort)", "-cert", folder + "/ecdsa.pem",
      "-key", folder + "/ecdsa.pem", "-cert_chain", folder + "/ecdsa.pem", "-HTTP", "-quiet",
    ]
    children = [
      try Command.start(
        ["env", "NGINX=3;4;"] + onFirstCore + nginx, with: [ecdsa.descriptor, rsa.descriptor]),
      try Command.start(onFirstCore + [folder + "/sink"], with: [sink.descriptor]),
      try Command.start(["env", "-C", folder + "/files"] + onFirstCore + openssl, with: []),
    ]
    try Self.awaitServer(serverPort)
  }

  /// Stops the servers and removes all files.
  func close() throws {
    for child in children { Command.stop(child, by: SIGTERM) }
    try Self.execute(["rm", "-r", folder])
  }

  private static func execute(_ words: [String]) throws {
    let outcome = try Command.run(words)
    guard outcome.status == 0 else {
      print(outcome.errors)
      throw Peer.Failure.command(words.joined(separator: " "), status: outcome.status)
    }
  }

  /// Waits until a server accepts connections.
  private static func awaitServer(_ port: UInt16) throws {
    let knock = "for i in {1..100}; do (: </dev/tcp/127.0.0.1/\(port)) && exit; sleep 0.1; done"
    try execute(["bash", "-c", knock + "; exit 1"])
  }

  /// Returns the settings of nginx. Request bodies for `/sink` are forwarded to the sink, which
  /// responds after the last byte.
  private static func settings(
    _ folder: String, _ ecdsa: UInt16, _ rsa: UInt16, _ sink: UInt16
  ) -> String {
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
      keepalive_requests 1000000000;
      keepalive_timeout 600s;
      client_max_body_size 0;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      ssl_protocols TLSv1.3;
      ssl_session_tickets on;
      root \(folder)/files;
      \(server(ecdsa, folder + "/ecdsa.pem", sink))
      \(server(rsa, folder + "/rsa.pem", sink))
    }
    """
  }

  private static func server(_ port: UInt16, _ pair: String, _ sink: UInt16) -> String {
    """
    server {
      listen 127.0.0.1:\(port) ssl backlog=4096;
      ssl_certificate \(pair);
      ssl_certificate_key \(pair);
      location /sink {
        proxy_pass http://127.0.0.1:\(sink);
        proxy_http_version 1.1;
        proxy_request_buffering off;
      }
    }
    """
  }
}
