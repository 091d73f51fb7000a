import Glibc

/// The folder, the files and the servers of a measurement, which run on the first core.
struct Workplace {
  /// The path of the file of 1 GB that is sent and received.
  let large: String
  /// The path of the client in plain C.
  let client: String
  let nginxPort: UInt16
  let sinkPort: UInt16

  private let folder: String
  private let nginx: pid_t
  private let sink: pid_t

  /// The number of bytes of the large file.
  static let largeByteCount = 1 << 30

  init() throws {
    folder = try Command.temporaryFolder()
    client = folder + "/client"
    large = folder + "/files/large"
    unsafe mkdir(folder + "/files", 0o755)
    try Self.write([UInt8](repeating: 0x78, count: 1024), to: folder + "/files/small")
    try Self.write([UInt8](repeating: 0x78, count: 10 << 10), to: folder + "/files/page")
    try Self.write([], to: large)
    guard unsafe truncate(large, Self.largeByteCount) == 0 else {
      throw Peer.Failure.command("truncate", status: errno)
    }
    try Peer.compile("http_client.c", to: client, isLibrary: false, level: "-O3")
    try Peer.compile("http_sink.c", to: folder + "/sink", isLibrary: false, level: "-O3")
    let (web, sink) = (try Loopback(), try Loopback())
    defer {
      web.close()
      sink.close()
    }
    (nginxPort, sinkPort) = (web.port, sink.port)
    try Self.write(Array(Self.settings(folder, web.port).utf8), to: folder + "/nginx.conf")
    // The nginx process takes over the socket in its environment, so the suite need not wait for
    // the server.
    nginx = try Command.start(
      ["env", "NGINX=3;", "taskset", "-c", "0", "nginx", "-p", folder, "-c", "nginx.conf"],
      with: [web.descriptor])
    self.sink = try Command.start(
      ["taskset", "-c", "0", folder + "/sink"], with: [sink.descriptor])
  }

  /// Stops the servers and removes all files.
  func close() throws {
    Command.stop(nginx, by: SIGTERM)
    Command.stop(sink)
    _ = try Command.run(["rm", "-r", folder])
  }

  private static func settings(_ folder: String, _ port: UInt16) -> String {
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
      server {
        listen 127.0.0.1:\(port) backlog=4096;
        root \(folder)/files;
        location /unstored/ { alias \(folder)/files/; add_header Cache-Control no-store; }
        location /stored/ { alias \(folder)/files/; add_header Cache-Control max-age=86400; }
      }
    }
    """
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL, 0o644)
    // SAFETY: the array outlives the call, which reads its bytes.
    let count = unsafe Glibc.write(file, bytes, bytes.count)
    guard Glibc.close(file) == 0, count == bytes.count else {
      throw Peer.Failure.command("write \(path)", status: errno)
    }
  }
}
