import ApusHTTP
import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Forms, and members of a JSON object that are typed after the URL.
@Suite(.ownThread) struct RequestItemsTests {
  /// Returns the content at the server, after its media type.
  private static func echo(_ request: TestRequest) -> TestAnswer {
    let type = request.head.fields[.contentType]?.bytes ?? []
    return .response(HTTP.Response(200, body: type + [0x0a] + request.body))
  }

  @Test func `items become JSON members in order, as text unless typed with a colon`()
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

  @Test func `form fields are URL-encoded, and a form with a file is multipart`() async throws {
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

  @Test func `HTTPie items become parameters, header fields, files and nested JSON`()
    async throws
  {
    let folder = try TrialFolder([
      "f": Array("text \"1\"".utf8), "j": Array("[1.50]".utf8), "p.png": [1, 2],
    ])
    try await TrialServer.run(nil) { request in
      let fields = ["X-One", "X-Empty", "Content-Type"].map { name in
        "\(name)=" + (request.head.fields[HTTP.FieldName(name)]?.text ?? "none")
      }
      let target = request.path + (request.query.map { "?\($0)" } ?? "")
      let head = ([target] + fields).joined(separator: "\n") + "\n"
      return .response(HTTP.Response(200, body: Array(head.utf8) + request.body))
    } _: { server in
      let url = server.url
      let got = try await RunningTool.run(
        "\"$tool\" get '\(url)a?x=1#end' q==1 'b c==d&e' 'X-One:a:b' 'X-Empty;'")
      #expect(
        got.output == "/a?x=1&q=1&b%20c=d%26e\nX-One=a:b\nX-Empty=\nContent-Type=none\n",
        "\(got.complaints)")
      for (items, json) in [
        ("a=@f 'b:=@j' c=1", #"{"a":"text \"1\"","b":[1.50],"c":"1"}"#),
        (
          "'a[b]=c' 'a[d][]:=1' 'a[d][]:=2' 'l[2]=x'",
          #"{"a":{"b":"c","d":[1,2]},"l":[null,null,"x"]}"#
        ),
        ("'[]:=1' '[]=b'", #"[1,"b"]"#),
        (
          #"'a\[b\]=c' 'x\:y=1' 'z=\@f'"#,
          #"{"a[b]":"c","x:y":"1","z":"@f"}"#
        ),
        ("q==1 n=2", #"{"n":"2"}"#), ("'a[]=http://x' b=c==d", #"{"a":["http://x"],"b":"c==d"}"#),
      ] {
        let run = try await RunningTool.run("\"$tool\" post \(url) \(items)", in: folder)
        #expect(run.output.hasSuffix("Content-Type=application/json\n\(json)"), "\(run.complaints)")
      }
      let form = try await RunningTool.run(
        "\"$tool\" post \(url) title=Sky 'f@p.png;type=image/x;filename=q.bin'", in: folder)
      #expect(form.output.contains("Content-Type=multipart/form-data; boundary="))
      #expect(form.output.contains("name=\"f\"; filename=\"q.bin\"\r\nContent-Type: image/x\r\n"))
      #expect(form.output.contains("\r\n\r\n\u{1}\u{2}\r\n"))
      #expect(form.output.contains("name=\"title\"\r\n\r\nSky\r\n"))
      let missing = try await RunningTool.run("\"$tool\" post \(url) a=@none")
      #expect(missing.status == 3 && missing.complaints.contains("none"))
      let wrong = try await RunningTool.run("\"$tool\" post \(url) a:=@f", in: folder)
      #expect(
        wrong.status == 2 && wrong.complaints.contains("the content of f is not valid JSON: "))
    }
  }

  @Test func `multipart form parts are streamed with the user's media type and a boundary`()
    async throws
  {
    let folder = try TrialFolder(["a.txt": Array("text".utf8)])
    try await TrialServer.run(nil) {
      Self.echo($0)
    } _: { server in
      let post = "\"$tool\" post \(server.url)"
      let piped = try await RunningTool.run("echo piped | \(post) --form f@-", in: folder)
      #expect(piped.output.contains("filename=\"-\"") && piped.output.contains("piped\n"))
      let null = try await RunningTool.run("\(post) --form f@/dev/null", in: folder)
      #expect(null.status == 0 && null.output.contains("filename=\"null\""), "\(null.complaints)")
      let typed = try await RunningTool.run(
        "\(post) --form 'f@a.txt;type=text/x;filename=b c' --form g=1", in: folder)
      #expect(typed.output.contains("filename=\"b c\"\r\nContent-Type: text/x\r\n\r\ntext\r\n"))
      let own = try await RunningTool.run(
        "\(post) --form f@a.txt --header 'Content-Type: multipart/mixed'", in: folder)
      let head = own.output.split(separator: "\n").first ?? ""
      #expect(head.hasPrefix("multipart/mixed; boundary="), "\(own.output)")
      let boundary = head.split(separator: "=").last ?? "none"
      #expect(own.output.contains("\n--\(boundary)\r\n"))
      let chosen = try await RunningTool.run(
        "\(post) --form f@a.txt 'Content-Type:multipart/mixed; boundary=abc'", in: folder)
      #expect(chosen.output.hasPrefix("multipart/mixed; boundary=abc\n--abc\r\n"))
    }
  }

  @Test(arguments: [
    (["post", "http://a.example/", "word"], "NAME=TEXT, NAME:=JSON"),
    (["post", "http://a.example/", "=word"], "NAME=TEXT, NAME:=JSON"),
    (["post", "http://a.example/", "a:={"], "the value is not valid JSON"),
    (["post", "http://a.example/", "a:="], "empty text is not valid JSON"),
    (["post", "http://a.example/", "a=1", "a=2"], "is repeated"),
    (
      ["post", "http://a.example/", "a=1", "--data", "x"],
      "--data already sets the content of the request"
    ),
    (["post", "http://a.example/", "--form", "a=1", "--json", "1"], "exclude each other"),
    (["post", "http://a.example/", "a[=1"], "the bracket [ has no closing ]"),
    (["post", "http://a.example/", "a[b]c=1"], "another [ or the sign"),
    (
      ["post", "http://a.example/", "a[1000]=1"], "the index is too large: the largest index is 999"
    ),
    (
      ["post", "http://a.example/", "a=1", "a[b]=2"], "existing value of the name is not an object"
    ),
    (
      ["post", "http://a.example/", "a[b]=1", "a[]=2"], "existing value of the name is not an array"
    ),
    (["post", "http://a.example/", "a\(String(repeating: "[b]", count: 32))=1"], "32 brackets"),
    (["post", "http://a.example/", "Header:"], "type NAME:VALUE, or NAME;"),
    (["post", "http://a.example/", ":value"], "type NAME:VALUE, or NAME;"),
    (["post", "http://a.example/", "q==@f"], "type \\@ for a value"),
    (["post", "http://a.example/", "f@"], "type NAME@FILE"),
    (["post", "http://a.example/", "f@x", "a:=1"], "which cannot contain a JSON value"),
    (["post", "http://a.example/", "f@x;type=none"], "FILE;type=image/png"),
    (
      ["post", "http://a.example/", "http://b.example/"],
      "a request with content takes only one URL"
    ),
    (["post", "http://a.example/", "--data", "@"], "@- for standard input"),
    (["head", "http://a.example/", "f@x"], "HEAD request has no content"),
    (["post", "http://a.example/", "--form", "word"], "NAME=VALUE, NAME@FILE"),
    (["post", "http://a.example/", "--form", "a@"], "NAME=VALUE, NAME@FILE"),
    (["get", "http://a.example/", "a=1"], "GET request has no content"),
  ])
  func `invalid request items are usage errors before a request is sent`(
    _ words: [String], _ advice: String
  ) async {
    let trial = await Trial(words)
    #expect(trial.status == .usage && trial.complaints.contains(advice), "\(trial.complaints)")
  }

  @Test func `invalid JSON from a file or a pipe is rejected before the request`()
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
      #expect(bad.status == .usage && bad.complaints.contains("bad.json is not valid JSON"))
      let piped = try await RunningTool.run("echo nothing | \"$tool\" post \(server.url) --json @-")
      #expect(piped.status == 2, "the shell gives no standard input on, so nothing comes")
      #expect(server.requestCount == count)
    }
  }
}
