import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusCommand

/// The files that cookies, fields and credentials are stored in from one command to the next.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct SessionFilesTests {
  /// Sets a cookie at `/set`, and returns the fields of the request elsewhere.
  private static func answer(_ request: TestRequest) -> TestAnswer {
    if request.path == "/set" {
      let fields: HTTP.Fields = [.setCookie: "id=planted; Max-Age=1000"]
      return .response(HTTP.Response(200, headers: fields))
    }
    if request.path == "/closed", !request.head.fields.contains(.authorization) {
      return .response(HTTP.Response(401, headers: [.wwwAuthenticate: "Basic realm=\"x\""]))
    }
    let text = request.head.fields.map { "\($0.name.text): \($0.value.text)\n" }.joined()
    return .response(HTTP.Response(200, body: Array(text.utf8)))
  }

  @Test func `a cookie jar is read and written in the format of curl`() async throws {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let set = try await RunningTool.run(
        "\"$tool\" get \(server.url)set --cookie-jar jar", in: folder)
      #expect(set.status == 0, "\(set.complaints)")
      let jar = String(decoding: try folder.bytes(of: "jar"), as: UTF8.self)
      #expect(jar.hasPrefix("# Netscape HTTP Cookie File\n127.0.0.1\tFALSE\t/\tFALSE\t"))
      #expect(jar.contains("\tid\tplanted\n"), "\(jar)")
      // SAFETY: a C string for this call only.
      let mode = unsafe apus_test_file_mode("\(folder.path)/jar")
      #expect(mode & 0o777 == 0o600)
      let line = "\"$tool\" get \(server.url)x --cookie-jar jar --verbose"
      let sent = try await RunningTool.run(line, in: folder)
      #expect(sent.output.contains("Cookie: id=planted\n"), "\(sent.output)")
      #expect(sent.complaints.contains("> Cookie: <sensitive>"))
      #expect(!sent.complaints.contains("planted"))
      let names = try folder.names().sorted()
      #expect(names == [".complaints", ".output", "jar"])
      let broken = try TrialFolder(["jar": Array("no cookie\n".utf8)])
      let refused = await Trial("get", server.url, "--cookie-jar", broken.path + "/jar")
      #expect(refused.status == .usage && refused.complaints.contains("line 1"))
      let kept = try broken.bytes(of: "jar")
      #expect(kept == Array("no cookie\n".utf8))
    }
  }

  @Test func `a named session stores fields, cookies and credentials for one server`()
    async throws
  {
    let folder = try TrialFolder(["password": Array("secret\n".utf8)])
    let environment = ["XDG_CONFIG_HOME": folder.path]
    try await TrialServer.run(nil) {
      Self.answer($0)
    } _: { server in
      let session = ["--session", "work"]
      let first = await Trial(
        ["get", server.url + "closed", "X-Team:red", "If-Match:\"1\"", "--auth=ada"]
          + ["--auth-file", folder.path + "/password"] + session, environment: environment)
      #expect(first.status == .success, "\(first.complaints)")
      #expect(
        await Trial(["get", server.url + "set"] + session, environment: environment).status
          == .success)
      let next = await Trial(
        ["get", server.url + "closed", "--verbose"] + session, environment: environment)
      #expect(next.output.contains("X-Team: red\n") && next.output.contains("Cookie: id=planted\n"))
      #expect(next.output.contains("Authorization: Basic ") && !next.output.contains("If-Match"))
      for secret in ["planted", "secret", "YWRhOnNlY3JldA"] {
        #expect(!next.complaints.contains(secret), "\(next.complaints)")
      }
      let own = await Trial(["get", server.url, "X-Team:blue"] + session, environment: environment)
      #expect(own.output.contains("X-Team: blue\n"))
      let place = "apus/sessions/http-127.0.0.1-\(server.port)"
      // SAFETY: C strings for these calls only.
      let mode = unsafe apus_test_file_mode("\(folder.path)/\(place)/work.json")
      #expect(mode & 0o777 == 0o600)
      let names = try Files.names(in: "\(folder.path)/\(place)")
      #expect(names == ["work.json"])
      // The name of another host, and another name, have sessions of their own.
      let other = await Trial(
        ["get", "http://localhost:\(server.port)/"] + session, environment: environment)
      #expect(other.status == .success && !other.output.contains("X-Team"), "\(other.complaints)")
      let unnamed = await Trial(["get", server.url], environment: environment)
      #expect(!unnamed.output.contains("X-Team"))
      let broken = FilePath("\(folder.path)/\(place)/broken.json")
      try Files.append(Array("{".utf8), to: broken)
      let refused = await Trial(["get", server.url, "--session=broken"], environment: environment)
      #expect(refused.status == .usage && refused.complaints.contains("remove the file"))
      #expect(
        await Trial(["get", server.url, "--session=../x"], environment: environment).status
          == .usage)
      #expect(await Trial(["get", server.url, "--session=x"], environment: [:]).status == .usage)
    }
  }
}
