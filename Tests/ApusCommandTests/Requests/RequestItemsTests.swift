import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Forms, and members of a JSON object that are typed behind the URL.
@Suite(.ownThread) struct RequestItemsTests {
  /// What a server was sent, behind the media type that it was called.
  private static func echo(_ request: TestRequest) -> TestAnswer {
    let type = request.head.fields[.contentType]?.bytes ?? []
    return .response(HTTP.Response(200, body: type + [0x0a] + request.body))
  }

  @Test func `items are the members of an object in their order, text unless a colon says JSON`()
    async throws
  {
    try await TrialServer.run(nil) {
      Self.echo($0)
    } _: { server in
      let trial = await Trial(
        "post", server.url, "name=Ada", "age:=36", "tags:=[\"a\",  1.50]", "empty=", "a=b=c")
      #expect(trial.status == .success, "\(trial.complaints)")
      #expect(
        trial.output
          == "application/json\n"
          + #"{"name":"Ada","age":36,"tags":["a",  1.50],"empty":"","a":"b=c"}"#)
    }
  }

  @Test func `a form of fields alone is one line, and one with a file has parts`() async throws {
    let folder = try TrialFolder(["photo.png": [1, 2, 3, 0x0d, 0x0a]])
    try await TrialServer.run(nil) {
      Self.echo($0)
    } _: { server in
      let line = await Trial(
        "post", server.url, "--form", "q=Ärger & Spaß", "--form", "empty=", "--form=a@b.example=c")
      #expect(line.status == .unreadable, "what stands behind the first @ is a file")
      let form = await Trial("post", server.url, "--form", "q=Ärger & Spaß", "--form", "empty=")
      #expect(
        form.output
          == "application/x-www-form-urlencoded\nq=%C3%84rger+%26+Spa%C3%9F&empty=")
      let parts = await Trial(
        "put", server.url, "--form", "title=Sky", "--form", "file@\(folder.path)/photo.png")
      let head = parts.output.split(separator: "\n")[0]
      #expect(head.hasPrefix("multipart/form-data; boundary="))
      let boundary = try #require(head.split(separator: "=").last)
      let body =
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nSky\r\n"
        + "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; "
        + "filename=\"photo.png\"\r\nContent-Type: image/png\r\n\r\n\u{1}\u{2}\u{3}\r\n"
        + "\r\n--\(boundary)--\r\n"
      #expect(parts.output == "\(head)\n\(body)")
    }
  }

  @Test(arguments: [
    (["post", "http://a.example/", "word"], "NAME=TEXT, or NAME:=JSON"),
    (["post", "http://a.example/", "=word"], "NAME=TEXT, or NAME:=JSON"),
    (["post", "http://a.example/", "a:={"], "is no JSON"),
    (["post", "http://a.example/", "a:="], "is no JSON"),
    (["post", "http://a.example/", "a=1", "a=2"], "stands there twice"),
    (["post", "http://a.example/", "a=1", "--data", "x"], "--data says what is sent already"),
    (["post", "http://a.example/", "--form", "a=1", "--json", "1"], "exclude each other"),
    (["post", "http://a.example/", "--form", "word"], "NAME=VALUE or NAME@FILE"),
    (["post", "http://a.example/", "--form", "a@"], "NAME=VALUE or NAME@FILE"),
    (["get", "http://a.example/", "a=1"], "one too many"),
  ])
  func `a slip is answered with what to type, and nothing is sent`(
    _ words: [String], _ advice: String
  ) async {
    let trial = await Trial(words)
    #expect(trial.status == .usage && trial.complaints.contains(advice), "\(trial.complaints)")
  }

  @Test func `JSON of a file or a pipe is checked as text is, before anything is sent`()
    async throws
  {
    let folder = try TrialFolder(["good.json": Array("[1]".utf8), "bad.json": Array("{a}".utf8)])
    try await TrialServer.run(nil) {
      Self.echo($0)
    } _: { server in
      let good = await Trial("post", server.url, "--json=@\(folder.path)/good.json")
      #expect(good.output == "application/json\n[1]")
      let count = server.requestCount
      let bad = await Trial("post", server.url, "--json=@\(folder.path)/bad.json")
      #expect(bad.status == .usage && bad.complaints.contains("bad.json is no JSON"))
      let piped = try await RunningTool.run("echo nothing | \"$tool\" post \(server.url) --json @-")
      #expect(piped.status == 2, "the shell gives no standard input on, so nothing comes")
      #expect(server.requestCount == count)
    }
  }
}
