import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The requests, and the treatment of responses.
@Suite(.ownThread) struct RequestCommandTests {
  @Test(arguments: ["get", "head", "post", "put", "patch", "delete"])
  func `each request command sends its HTTP method and shows the response content`(_ verb: String)
    async throws
  {
    try await TrialServer.run(nil) { request in
      let verb = HTTP.FieldValue(request.method.name)
      return .response(HTTP.Response(200, headers: ["X-Verb": verb], body: [0x61, 0x0a]))
    } _: { server in
      let trial = await Trial([verb, server.url] + (verb == "head" ? [] : ["--include"]))
      #expect(trial.status == .success && trial.complaints.isEmpty)
      #expect(trial.output.contains("X-Verb: \(verb.uppercased())\n"))
      #expect(trial.output.hasPrefix("HTTP/1.1 200 OK\n"))
      #expect(trial.output.hasSuffix(verb == "head" ? "\n\n" : "\n\na\n"))
    }
  }

  @Test func `the head command shows the response head, and the get command does not`() async throws
  {
    try await TrialServer.run { server in
      #expect(await Trial("head", server.url + "bytes/3").output.hasPrefix("HTTP/1.1 200"))
      #expect(await Trial("get", server.url + "bytes/3").bytes == [0, 1, 2])
    }
  }

  @Test func `header options are sent as typed and replace default header fields`() async throws {
    try await TrialServer.run { server in
      let trial = await Trial(
        "get", server.url + "headers", "--header", "X-One: a: b ", "--header", "X-Two:",
        "--header", "User-Agent: other")
      let fields = try JSON.Value(parsing: trial.output)["headers"]
      #expect(fields?["X-One"]?.string == "a: b" && fields?["X-Two"]?.string == "")
      #expect(fields?["User-Agent"]?.string == "other")
      #expect(fields?["Accept"]?.string == "*/*")
    }
  }

  @Test func `request content comes from a text, a file or a pipe`() async throws {
    let folder = try TrialFolder(["a.txt": Array("from a file".utf8)])
    try await TrialServer.run(nil) { request in
      .response(HTTP.Response(200, body: request.body + [0x7c] + kind(of: request)))
    } _: { server in
      #expect(await Trial("post", server.url, "--data", "text").output == "text|")
      #expect(await Trial("post", server.url, "--data", "").output == "|")
      #expect(
        await Trial("put", server.url, "--data=@\(folder.path)/a.txt").output == "from a file|")
      #expect(
        await Trial("patch", server.url, "--json", "{\"a\": 1}").output
          == "{\"a\": 1}|application/json")
      let pipe = folder.path + "/pipe"
      try folder.makePipe("pipe")
      async let piped = Trial(
        "delete", server.url, "--json=@\(pipe)", "--header", "content-type: x/y")
      try await folder.write("[]", into: "pipe")
      #expect(await piped.output == "[]|x/y")
    }
  }

  private func kind(of request: TestRequest) -> [UInt8] {
    request.head.fields[.contentType]?.bytes ?? []
  }

  @Test func `a response with an error status code is shown, and apus exits with 9`()
    async throws
  {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(404, body: Array("none\n".utf8)))
    } _: { server in
      let trial = await Trial("get", server.url)
      #expect(trial.status == .status && trial.output == "none\n")
      #expect(trial.complaints.contains("status 404") && trial.complaints.contains(server.url))
      let any = await Trial("get", server.url, "--any-status")
      #expect(any.status == .success && any.output == "none\n" && any.complaints.isEmpty)
    }
  }

  @Test func `apus shows the target of a redirect and does not follow it by default`() async throws
  {
    try await TrialServer.run { server in
      let trial = await Trial("get", server.url + "redirect/1")
      #expect(trial.status == .status && trial.complaints.contains("redirects to /get"))
      #expect(server.requestCount == 1)
    }
  }

  @Test func `compressed content is decoded unless the user requests the coding`()
    async throws
  {
    try await TrialServer.run { server in
      let plain = await Trial("get", server.url + "gzip")
      #expect(plain.output.hasPrefix("{"))
      let coded = await Trial("get", server.url + "gzip", "--header", "Accept-Encoding: gzip")
      #expect(coded.bytes.starts(with: [0x1f, 0x8b]))
    }
  }

  @Test func `the error for content above the expansion limit names the option to allow it`()
    async throws
  {
    try await TrialServer.run(nil) { _ in
      let zeros = [UInt8](repeating: 0, count: 12 << 20)
      let body = (try? HTTP.GzipEncoder.encode(zeros.span)) ?? []
      return .response(HTTP.Response(200, headers: ["Content-Encoding": "gzip"], body: body))
    } _: { server in
      let get = "\"$tool\" get \(server.url)"
      let refused = try await RunningTool.run("\(get) >out")
      #expect(refused.status == 10 && refused.complaints.contains("more than 1000 times as many"))
      #expect(refused.complaints.contains("; --ratio-limit NUMBER allows a higher ratio"))
      let allowed = try await RunningTool.run("\(get) --ratio-limit 2000 >out; stat -c %s out")
      #expect(allowed.output == "\(12 << 20)\n", "\(allowed.complaints)")
      #expect(await Trial("get", server.url, "--ratio-limit", "0").status == .usage)
    }
  }

  @Test func `the --resolve option connects a host name to the given address`() async throws {
    try await TrialServer.run { server in
      let url = "http://shop.example:\(server.port)/get"
      let place = "shop.example:\(server.port):127.0.0.1"
      let trial = await Trial("get", url, "--resolve", place)
      let fields = try JSON.Value(parsing: trial.output)["headers"]
      #expect(fields?["Host"]?.string == "shop.example:\(server.port)")
      for other in ["other.example:\(server.port):127.0.0.1", "shop.example:1:127.0.0.1", "x"] {
        #expect(await Trial("get", url, "--resolve", other).status == .usage)
      }
    }
  }

  @Test func `the --verbose option prints request and response heads without secrets`() async throws
  {
    try await TrialServer.run { server in
      let trial = await Trial(
        "get", server.url + "cookies/set?a=planted", "--verbose", "--any-status", "--header",
        "Authorization: Bearer planted", "--header", "cookie: b=planted")
      #expect(trial.complaints.contains("> GET /cookies/set?a=planted HTTP/1.1\n"))
      #expect(trial.complaints.contains("> Host: 127.0.0.1:\(server.port)\n"))
      #expect(trial.complaints.contains("> Authorization: <sensitive>\n"))
      #expect(trial.complaints.contains("> cookie: <sensitive>\n"))
      #expect(trial.complaints.contains("< Set-Cookie: <sensitive>\n"))
      #expect(trial.complaints.contains("< HTTP/1.1 302 Found\n"))
      #expect(trial.complaints.split(separator: "planted").count == 2)
    }
  }
}
