import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Parts of downloads that a later call finds without a token.
@Suite(.ownThread) struct FoundPartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/a" }

  private var names: [String] { get throws { try Files.names(in: folder.path) } }

  /// Downloads until the server breaks off, and leaves the part.
  private func leave(
    _ session: HTTPSession, _ request: HTTP.Request = .get("f"), at path: String? = nil
  ) async throws {
    let error = await #expect(throws: HTTPSessionError.self) {
      try await session.download(request, to: path ?? self.path, options: .resume)
    }
    #expect(error?.resumeToken?.byteCount == 400)
    #expect(try names.map { $0.hasPrefix(".apus-") } == [true, true])
  }

  @Test(arguments: [false, true])
  func `the next download to the same file resumes the partial file`(isFolder: Bool) async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      let path = isFolder ? folder.path : path
      try await leave(fixture.session, at: path)
      let download = try await fixture.session.download("f", to: path, options: .resume)
      #expect(download.resumedFrom == 400 && download.byteCount == 1_000)
      let name = isFolder ? "f" : "a"
      #expect(try Files.contents(of: "\(folder.path)/\(name)") == server.content.withLock(\.bytes))
      #expect(try names == [name])
    }
    #expect(server.requests.map { $0[.ifRange]?.text } == [nil, "\"one\""])
  }

  @Test func `the names and the note of a partial file contain no URL or credential`() async throws
  {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      var request = HTTP.Request.get("secret?key=planted")
      request.headers[.authorization] = .sensitive("Basic planted")
      try await leave(fixture.session, request)
      for name in try names {
        // SAFETY: a C string for this call only.
        #expect(unsafe apus_test_file_mode("\(folder.path)/\(name)") & 0o777 == 0o600)
        let content = String(
          decoding: try Files.contents(of: "\(folder.path)/\(name)"), as: UTF8.self)
        #expect(!name.contains("secret") && !content.contains("planted"))
        #expect(!content.contains("secret"))
      }
    }
  }

  @Test func `a partial file of another URL or destination is not used`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      try await leave(fixture.session)
      for (target, name) in [("f?page=2", "b"), ("g", "c"), ("f", "d")] as [(HTTP.Target, String)] {
        let download = try await fixture.session.download(
          target, to: "\(folder.path)/\(name)", options: .resume)
        #expect(download.resumedFrom == 0)
      }
      #expect(server.requests.allSatisfy { !$0.contains(.range) })
      try await fixture.session.discard(.get("f"), at: path)
      #expect(try names == ["b", "c", "d"])
    }
  }

  @Test func `a download starts over if the content on the server has changed`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      try await leave(fixture.session)
      server.content.withLock {
        $0 = RangeServer.Content(bytes: [7, 7], fields: ["ETag": "\"two\""])
      }
      let download = try await fixture.session.download("f", to: path, options: .resume)
      #expect(download.resumedFrom == 0 && download.byteCount == 2)
      #expect(try Files.contents(of: path) == [7, 7])
      #expect(try names == ["a"])
    }
  }

  /// The ways in which a request identifies its user, by a field of the caller or of an
  /// interceptor.
  enum Way: CaseIterable { case request, interceptor, cookie }

  @Test(arguments: Way.allCases)
  func `a partial file is never completed with another user's credential`(_ way: Way) async throws {
    for user in ["first", "second"] {
      let server = RangeServer([.cut(afterByteCount: 400)])
      let shown = Lock("first")
      try await SessionFixture.with(server.handler) {
        guard way == .interceptor else { return }
        $0.interceptors.append(
          HTTPSession.Interceptor { request, next in
            var request = request
            request.headers[.authorization] = .sensitive("Bearer \(shown.withLock(\.self))")
            return try await next(request)
          })
      } _: { fixture in
        func request() -> HTTP.Request {
          var request = HTTP.Request.get("f")
          if way == .request {
            request.headers[.authorization] = .sensitive("Basic \(shown.withLock(\.self))")
          } else if way == .cookie {
            request.headers[.cookie] = .sensitive("id=\(shown.withLock(\.self))")
          }
          return request
        }
        try await leave(fixture.session, request())
        shown.withLock { $0 = user }
        let download = try await fixture.session.download(request(), to: path, options: .resume)
        #expect(download.resumedFrom == (user == "first" ? 400 : 0))
        #expect(try Files.contents(of: path) == server.content.withLock(\.bytes))
        #expect(try names == ["a"])
        // The last request is for the whole content.
        #expect(server.requests.last?.contains(.range) == (user == "first"))
        try folder.remove("a")
      }
    }
  }

  @Test func `after a redirect a partial file belongs to the first server's user`()
    async throws
  {
    for user in ["first", "second"] {
      let server = RangeServer([.cut(afterByteCount: 400)])
      try await SessionFixture.with(server.handler) { other in
        let place = other.server.url + "f"
        try await SessionFixture.with { _ in
          .response(HTTP.Response(302, headers: [.location: HTTP.FieldValue(place)]))
        } _: { fixture in
          var request = HTTP.Request.get("f")
          request.headers[.authorization] = .sensitive("Bearer first")
          try await leave(fixture.session, request)
          request.headers[.authorization] = .sensitive("Bearer \(user)")
          let download = try await fixture.session.download(request, to: path, options: .resume)
          #expect(download.resumedFrom == (user == "first" ? 400 : 0))
          #expect(server.requests.allSatisfy { !$0.contains(.authorization) })
          try folder.remove("a")
        }
      }
    }
  }

  @Test func `a signed download starts over, but its resume token works`()
    async throws
  {
    let server = RangeServer([.cut(afterByteCount: 400), .cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      var request = HTTP.Request.get("f")
      request.headers[.authorization] = .sensitive("AWS4-HMAC-SHA256 Signature=1")
      try await leave(fixture.session, request)
      let error = await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.download(request, to: path, options: .resume)
      }
      #expect(server.requests.count == 2 && server.requests[1].contains(.range) == false)
      let token = try #require(error?.resumeToken)
      let download = try await fixture.session.download(resuming: token, to: path)
      #expect(download.resumedFrom == 400)
    }
  }

  @Test func `two downloads never write to the same partial file`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      try await leave(fixture.session)
      let files = FileAccess(on: try fixture.session.loopOfFiles())
      let url = try HTTP.URL(fixture.server.url + "f")
      let token = PartialFile.Token(of: url, named: "a")
      let other = try #require(try await files.findPartial(token, for: path, until: .never))
      let error = await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.download("f", to: path, options: .resume)
      }
      #expect(error?.code.name == "file" && server.requests.count == 1)
      #expect("\(error.map { "\($0)" } ?? "")".contains("another process or task"))
      try await other.keep(until: .never)
      let download = try await fixture.session.download("f", to: path, options: .resume)
      #expect(download.resumedFrom == 400)
    }
  }

  @Test func `a partial file of another owner is an error, one with a wrong mode is ignored`()
    async throws
  {
    let server = RangeServer([.cut(afterByteCount: 400), .cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) { fixture in
      try await leave(fixture.session)
      let hidden = "\(folder.path)/\(try names[0])"
      #expect(unsafe apus_test_set_mode(hidden, 0o660) == 0)  // SAFETY: a C string for the call.
      try await leave(fixture.session)
      #expect(server.requests.allSatisfy { !$0.contains(.range) })
      // SAFETY: a C string for this call only.
      guard unsafe apus_test_set_owner(hidden, 1234) == 0 else { return }
      let error = await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.download("f", to: path, options: .resume)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("belongs to another user"))
      #expect(server.requests.count == 2)
    }
  }

  @Test func `a partial download with a damaged note starts over`() async throws {
    for note in [[], Array("{\"validator\": ".utf8), [UInt8](repeating: 0, count: 100)] {
      let server = RangeServer([.cut(afterByteCount: 400)])
      try await SessionFixture.with(server.handler) { fixture in
        try await leave(fixture.session)
        try folder.rewrite(try names[1], with: note)
        let download = try await fixture.session.download("f", to: path, options: .resume)
        #expect(download.resumedFrom == 0)
        #expect(try names == ["a"])
        try folder.remove("a")
      }
    }
  }

  /// Ends the process in the middle of a download, as a signal does that no handler sees.
  @Test(arguments: [false, true])
  func `a killed process leaves a partial file only with the option .resume`(resumes: Bool)
    async throws
  {
    for isReplaced in [false, true] {
      if isReplaced { _ = try folder.write([7], to: "a") }
      await #expect(processExitsWith: .signal(9)) {
        [path = path as String, resumes = resumes as Bool] in
        let server = RangeServer(4_000_000, ["ETag": "\"one\""], [.cut(afterByteCount: 3_000_000)])
        try await SessionFixture.with(server.handler) { fixture in
          let options: HTTPSession.DownloadOptions = resumes ? [.resume, .overwrite] : .overwrite
          try await fixture.session.download("f", to: path, options: options) {
            if $0.completed > 2_000_000 { apus_test_kill() }
          }
        }
      }
      let left = try names.filter { $0 != "a" }
      #expect(left.count == (resumes ? 2 : 0), "\(left)")
      if isReplaced { #expect(try Files.contents(of: path) == [7]) }
      guard resumes else { continue }
      #expect(try Files.contents(of: "\(folder.path)/\(left[0])").count >= 1_000_000)
      // The server of the next round has another URL, and its part another name.
      for name in left { try folder.remove(name) }
    }
  }

  @Test func `a session can configure the folder of its downloads`() async throws {
    let server = RangeServer([.cut(afterByteCount: 400)])
    try await SessionFixture.with(server.handler) {
      $0.downloads.destination = "\(folder.path)/dumps"
    } _: { fixture in
      let options: HTTPSession.DownloadOptions = [.resume, .createFolders]
      await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.download("today.tar", options: options)
      }
      var fraction: Double?
      let download = try await fixture.session.download("today.tar", options: options) {
        fraction = $0.fraction
      }
      #expect(download.path == "\(folder.path)/dumps/today.tar")
      #expect(download.resumedFrom == 400 && fraction == 1)
    }
    try await SessionFixture.with(server.handler) { fixture in
      let error = await #expect(throws: HTTPSessionError.self) {
        try await fixture.session.download("today.tar")
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("downloads.destination"))
    }
  }
}
