import ApusHTTP
import ApusNames
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand
@testable import ApusConnections
@testable import ApusSession

/// Settings of connections, and the files and parameters of a request.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct ConnectionOptionsTests {
  @Test(arguments: [
    ("30", 30_000), ("2.5", 2500), ("500ms", 500), ("1.5s", 1500), ("2m", 120_000),
    ("0.001", 1), ("1h", 3_600_000), ("9999999h", 35_999_996_400_000),
  ])
  func `a timeout option accepts a number with a unit`(_ text: String, _ milliseconds: Int) {
    #expect(TimeLimit.read(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", "0", "ms", "1d", "-1", "1.2345", "12345678", "1 s", "1e3", "1.5.5s"])
  func `an invalid value of a timeout option is rejected`(_ text: String) {
    #expect(TimeLimit.read(text) == nil)
  }

  @Test(arguments: ["--first-byte-timeout", "--timeout"])
  func `a request to a silent server ends after the timeout of the current phase`(_ option: String)
    async throws
  {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200), .silence)
    } _: { server in
      let run = try await RunningTool.run("\"$tool\" get \(server.url) \(option) 300ms")
      #expect(run.status == 8, "\(run.complaints)")
    }
    #expect(await Trial("get", "http://a.example/", option, "soon").status == .usage)
  }

  @Test func `byte range and query options are sent to the server`() async throws {
    try await TrialServer.run(nil) { request in
      let range = request.head.fields[.range]?.text ?? "none"
      return .response(HTTP.Response(200, body: Array("\(range) \(request.head.target)".utf8)))
    } _: { server in
      let run = try await RunningTool.run(
        "\"$tool\" get '\(server.url)a?x=1' --range 0-99 --query 'q=a b&c' y==2 "
          + "--interface 127.0.0.1")
      #expect(run.output == "bytes=0-99 /a?x=1&q=a%20b%26c&y=2", "\(run.complaints)")
      let elsewhere = await Trial(
        "get", server.url, "--interface", "192.0.2.1", "--connect-timeout=5s")
      #expect(elsewhere.status == .connection, "\(elsewhere.complaints)")
    }
  }

  @Test func `a Unix domain socket option replaces the address of the server`() async throws {
    let script = """
      import socket
      s = socket.socket(socket.AF_UNIX); s.bind("s"); s.listen()
      c = s.accept()[0]; c.recv(9999)
      c.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nlocal")
      """
    let folder = try TrialFolder(["server.py": Array(script.utf8)])
    let run = try await RunningTool.run(
      "timeout 60 python3 server.py & for i in $(seq 300); do [ -S s ] && break; sleep 0.1; done; "
        + "\"$tool\" get http://docker.example/ --unix-socket \"$PWD/s\"; "
        + "status=$?; wait; exit $status", in: folder)
    #expect(run.status == 0 && run.output == "local", "\(run.complaints)")
  }

  @Test func `a cache folder option stores responses for later commands`() async throws {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) { _ in
      let fields: HTTP.Fields = [.cacheControl: "max-age=1000"]
      return .response(HTTP.Response(200, headers: fields, body: Array("fresh".utf8)))
    } _: { server in
      for _ in 0..<2 {
        let run = try await RunningTool.run(
          "\"$tool\" get \(server.url) --http-cache cache", in: folder)
        #expect(run.status == 0 && run.output == "fresh", "\(run.complaints)")
      }
      #expect(server.requestCount == 1)
    }
  }

  @Test func `the --tls-min option can require TLS 1.3`() async throws {
    let server = try await TestServer(tls: .local(), TestRoutes.answer)
    let run = try await RunningTool.run(
      "\"$tool\" get https://localhost:\(server.port)/ --tls-min 1.3")
    #expect(run.status == 7)
    await server.shutdown()
  }

  @Test func `a netrc file answers authentication challenges of its own hosts only`() async throws {
    let file =
      "machine other.example login x password planted\nmachine 127.0.0.1\n"
      + "  login ada # a note\n  password #secret\n"
    let folder = try TrialFolder([".netrc": Array(file.utf8)])
    try await TrialServer.run(nil) { request in
      // "ada:#secret"
      request.head.fields[.authorization] == "Basic YWRhOiNzZWNyZXQ="
        ? .response(HTTP.Response(200))
        : .response(HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"x\""]))
    } _: { server in
      let usual = try await RunningTool.run(
        "HOME=\"$PWD\" \"$tool\" get \(server.url) --netrc --verbose", in: folder)
      #expect(usual.status == 0 && !usual.complaints.contains("#secret"), "\(usual.complaints)")
      let path = folder.path + "/.netrc"
      let other = await Trial("get", "http://localhost:\(server.port)/", "--netrc-file", path)
      #expect(other.status == .status)
      #expect(await Trial("get", server.url, "--netrc-file", path + "x").status == .unreadable)
    }
  }

  @Test(arguments: [
    ("machine a login u password p", "u p"), ("default login u password p", "u p"),
    ("machine b login x password y default login u password p", "u p"),
    ("machine A login u password p", "u p"), ("# machine a login u password p", nil),
    ("macdef init\nmachine a login x password y\n\nmachine a login u password p", "u p"),
    ("machine a login u", nil), ("machine", nil), ("login u password p", nil),
    ("machine a login u password p machine a login x password y", "u p"),
    ("machine a account z login u password p", "u p"),
  ])
  func `the first entry for a host in a netrc file is used`(_ text: String, _ expected: String?) {
    let found = NetrcFile.credentials(in: Array(text.utf8), for: "a")
    #expect(found.map { "\($0.user ?? "") \($0.secret)" } == expected)
  }
}

/// The typed forms of an address, a port and a time.
@Suite struct GivenAddressTests {
  @Test func `the --resolve option accepts a host, a port and an IPv4 or IPv6 address`() throws {
    let four = try #require(GivenAddress("Example.COM:443:10.0.0.7"))
    #expect("\(four.host)" == "example.com" && four.port == 443 && four.address == "10.0.0.7")
    for text in ["a.example:80:::1", "a.example:80:[::1]"] {
      #expect(GivenAddress(text)?.address == "::1")
    }
  }

  @Test(arguments: [
    "", "a.example", "a.example:80", "a.example:80:", "a.example:0:10.0.0.1",
    "a.example:65536:10.0.0.1", "a.example:+8:10.0.0.1", "a b:80:10.0.0.1",
    "a.example:80:b.example",
    "a.example:80:10.0.0.1:1",
  ])
  func `an invalid value of the --resolve option is rejected`(_ text: String) {
    #expect(GivenAddress(text) == nil)
  }

  @Test func `a timeout option accepts seconds with three decimals, or a number with a unit`() {
    #expect(TimeLimit.read("30") == .seconds(30))
    #expect(TimeLimit.read("2.5") == .milliseconds(2500))
    #expect(TimeLimit.read("0.001") == .milliseconds(1))
    #expect(TimeLimit.read("1s") == .seconds(1) && TimeLimit.read("250ms") == .milliseconds(250))
    #expect(TimeLimit.read("2m") == .seconds(120) && TimeLimit.read("1.5h") == .seconds(5400))
    for text in [
      "", "0", "0.0", ".5", "1.", "1.2345", "-1", "+1", "1e3", "12345678", "s", "1 s", "1d",
    ] {
      #expect(TimeLimit.read(text) == nil, "\(text)")
    }
  }

  @Test func `a progress line shows byte counts in binary units`() {
    #expect(TransferLine.shown(1023) == "1023 bytes")
    #expect(TransferLine.shown(1536) == "1.5 KiB")
    #expect(TransferLine.shown(3 << 20) == "3.0 MiB")
    #expect(TransferLine.shown(100 << 20) == "100.0 MiB")
    #expect(TransferLine.shown(.max) == "8388607.9 TiB")
  }

  @Test func `a progress line shows the rate and the remaining time as soon as known`() {
    let start = ContinuousClock.now
    var line = TransferLine()
    func text(_ completed: Int, of total: Int?, after time: Duration) -> String? {
      line.text(completed, of: total, at: start + time)
    }
    #expect(text(0, of: 10 << 20, after: .zero) == nil)
    #expect(text(1 << 20, of: 10 << 20, after: .milliseconds(150)) == nil)
    #expect(
      text(2 << 20, of: 10 << 20, after: .seconds(2))
        == "2.0 MiB of 10.0 MiB, 20 %, 1.0 MiB/s, 8 s left")
    #expect(text(2 << 20, of: 10 << 20, after: .milliseconds(2050)) == nil)
    #expect(text(3 << 20, of: nil, after: .seconds(3)) == "3.0 MiB, 1.0 MiB/s")
    #expect(text(1 << 20, of: 1 << 30, after: .seconds(100))?.hasSuffix("/s, 28 h left") == true)
  }
}
