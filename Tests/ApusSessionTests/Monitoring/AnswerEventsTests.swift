import ApusHTTP
import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// The events of a response that was read to its end, and of tasks.
@Suite(.ownThread) struct AnswerEventsTests {
  private struct User: Decodable, Equatable, Sendable { var id: Int }

  private static let json: HTTP.Fields = [.contentType: "application/json"]

  /// Returns the events of calls to a stub with paths, each call from its end on.
  private func ends(
    _ configure: (inout HTTPSession.Configuration) -> Void = { _ in },
    _ calls: (HTTPSession) async throws -> Void
  ) async throws -> [[String]] {
    let notes = EventNotes()
    var configuration = HTTPSession.Configuration()
    configuration.monitors.append(notes)
    configure(&configuration)
    let session = HTTPSession.stub("http://h.test/", configuration: configuration) { request in
      switch request.path {
      case "/user": HTTP.Response(200, headers: Self.json, body: Array(#"{"id":7}"#.utf8))
      case "/broken": HTTP.Response(200, headers: Self.json, body: Array("{".utf8))
      case "/text": HTTP.Response(200, headers: [.contentType: "text/plain"], body: [0x61])
      case "/missing": HTTP.Response(404, headers: Self.json, body: Array(#"{"id":0}"#.utf8))
      default: HTTP.Response(204)
      }
    }
    try await calls(session)
    await session.shutdown()
    let numbers = Set(notes.events.compactMap(\.call)).sorted()
    return numbers.map { number in
      let words = notes.words(of: number)
      return Array(words.drop { !$0.hasPrefix("ended") })
    }
  }

  @Test func `the event for the response value follows the ended event of its call`() async throws {
    let ends = try await ends { session in
      let user = try await session.get("user", as: User.self)
      #expect(user == User(id: 7))
      _ = try await session.get("none", as: User?.self)
      _ = try await session.send(.get("text"), using: TextResponseSerializer())
      _ = try await session.result(of: .get("user"))
      _ = try await session.start(.send(.get("user"), as: User.self)).value
      // A response without a serializer has no such event.
      try await session.get("user")
    }
    #expect(
      ends == [
        ["ended", "decoded 8 as User by JSONCoder"],
        ["ended", "decoded 0 as nothing by JSONCoder"],
        ["ended", "decoded 1 as String by TextResponseSerializer"],
        ["ended", "decoded 8 as Value by JSONResponseSerializer"],
        ["ended", "decoded 8 as User by JSONCoder"],
        ["ended"],
      ])
  }

  @Test func `the end event of a session follows the end event of its last call`() async throws {
    let (notes, gate) = (EventNotes(), Gate())
    var configuration = HTTPSession.Configuration()
    configuration.monitors.append(notes)
    let session = HTTPSession.stub("http://h.test/", configuration: configuration) { _ in
      await gate.pass()
      return HTTP.Response(204)
    }
    let call = session.start(.send(.get("slow")))
    #expect(await Pause.until { !notes.events.isEmpty })
    await session.shutdown()
    #expect(!notes.words(of: nil).contains("shut down"))
    gate.open()
    _ = try? await call.value
    #expect(await Pause.until { notes.words(of: nil).contains("shut down") })
    #expect(notes.events.map { EventNotes.word($0.kind) }.suffix(2) == ["ended", "shut down"])
  }

  @Test func `a decoded event names its serializer, even without a value`()
    async throws
  {
    let ends = try await ends {
      $0.responseSerializer = DecodableResponseSerializer(User.self)
    } _: { session in
      let user = try await session.get("user", as: User.self)
      #expect(user == User(id: 7))
      _ = try await session.get("none", as: User?.self)
      _ = try? await session.get("none", as: User.self)
      _ = try? await session.get("broken", as: User.self)
    }
    let name = "DecodableResponseSerializer<User>"
    #expect(
      ends == [
        ["ended", "decoded 8 as User by \(name)"], ["ended", "decoded 0 as nothing by \(name)"],
        ["ended", "refused no-content by \(name)"], ["ended", "refused serialization by \(name)"],
      ])
  }

  @Test func `a rejected response is reported as a refused event`()
    async throws
  {
    let folder = try TemporaryFolder()
    let ends = try await ends { session in
      _ = try? await session.get("missing")
      _ = try? await session.get("missing", as: User.self)
      _ = try? await session.get("broken", as: User.self)
      _ = try? await session.get("text", as: User.self)
      _ = try? await session.send(.get("missing"), using: DataResponseSerializer())
      _ = try? await session.send(
        .get("broken"), using: DecodableResponseSerializer(User.self))
      _ = try? await session.download("missing", to: "\(folder.path)/a")
      // A value may accompany the error.
      let (_, result) = try await session.result(
        of: .get("missing"), using: DecodableResponseSerializer(User.self))
      #expect(result.value == User(id: 0) && result.error != nil)
    }
    let name = "DecodableResponseSerializer<User>"
    #expect(
      ends == [
        ["ended", "refused status by none"], ["ended", "refused status by none"],
        ["ended", "refused serialization by JSONCoder"],
        ["ended", "refused media-type by JSONCoder"],
        [
          "ended", "decoded 8 as Array<UInt8> by DataResponseSerializer",
          "refused status by DataResponseSerializer",
        ],
        ["ended", "refused serialization by \(name)"],
        ["ended", "refused status by none"],
        ["ended", "decoded 8 as User by \(name)", "refused status by \(name)"],
      ])
  }

  /// A serializer that ends its session.
  private struct Ending: ResponseSerializer {
    let end: @Sendable () -> Void

    func serialize(_ response: HTTP.Response) -> SerializedResponse<Int> {
      end()
      return SerializedResponse(response.body.count)
    }
  }

  @Test func `the event for a decoded value precedes the end event of its session`() async throws {
    let notes = EventNotes()
    let server = try MemoryServer.answering(["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"])
    let session = try server.session {
      $0.monitors.append(notes)
      // Otherwise a wait for the closed connection would take too long.
      $0.pool.idleTimeout = .seconds(100_000)
    }
    let count = try await session.send(
      .get("a"), using: Ending { session.invalidate(.afterCalls) })
    #expect(count == 2)
    #expect(await Pause.until { notes.words(of: nil).last == "shut down" })
    let words = notes.events.map { EventNotes.word($0.kind) }
    // The connection is closed in the closure of the serializer, or after it.
    #expect(
      words.filter { $0 != "closed" }.suffix(2) == ["decoded 2 as Int by Ending", "shut down"])
    #expect(words.last == "shut down")
    await session.shutdown()
    await server.shutdown()
  }

  @Test func `no event for a response shows any of the response's content`() async throws {
    let notes = EventNotes()
    var configuration = HTTPSession.Configuration()
    configuration.monitors.append(notes)
    let session = HTTPSession.stub("http://h.test/", configuration: configuration) { _ in
      HTTP.Response(200, headers: Self.json, body: Array(#"{"id":"hidden"}"#.utf8))
    }
    _ = try? await session.get("a", as: User.self)
    _ = try await session.get("a", as: JSON.Value.self)
    let lines = notes.events.map { "\($0)" }
    #expect(lines.contains { $0.hasSuffix("bytes as Value") })
    #expect(
      lines.contains { $0.hasSuffix("the response was rejected by JSONCoder: serialization") })
    #expect(!lines.contains { $0.contains("hidden") || $0.contains("\n") })
  }
}

// MARK: Tasks

extension AnswerEventsTests {
  @Test
  func `each suspension and each resumption of a task is reported as one event`()
    async throws
  {
    let (notes, gate) = (EventNotes(), Gate())
    let server = try MemoryServer { peer in
      while try await peer.readHead() != nil {
        await gate.pass()
        try await peer.write("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }
    let session = try server.session { $0.monitors.append(notes) }
    let task = session.start(.send(.get("a")), isSuspended: true)
    while notes.events.isEmpty { await Pause.brief() }
    // It is suspended already.
    task.suspend()
    #expect(notes.words(of: 1) == ["began GET http://memory.test/a"])
    task.resume()
    task.resume()
    while !notes.words(of: 1).contains("sent") { await Pause.brief() }
    #expect(notes.words(of: 1).filter { $0.hasPrefix("resumed") } == ["resumed 1"])
    #expect(notes.words(of: 1).firstIndex(of: "resumed 1") == 1)
    task.suspend()
    task.suspend()
    #expect(notes.words(of: 1).last == "suspended 1")
    task.resume()
    task.resume()
    #expect(notes.words(of: 1).suffix(2) == ["suspended 1", "resumed 1"])
    gate.open()
    let status = try await task.value.status
    #expect(status == .noContent)
    // An ended task has no events.
    let count = notes.events.count
    task.suspend()
    task.resume()
    #expect(notes.events.count == count && notes.words(of: 1).last == "ended")
    let other = session.start(.send(.get("b")), isSuspended: true)
    await session.shutdown()
    #expect(await Pause.until { notes.words(of: nil).last == "shut down" })
    // No event follows the end of its session.
    other.resume()
    #expect(notes.words(of: nil).last == "shut down")
    await server.shutdown()
  }

  @Test func `a task of a session without a monitor can be suspended and resumed`() async throws {
    let session = HTTPSession.stub("http://h.test/") { _ in HTTP.Response(204) }
    let task = session.start(.send(.get("a")), isSuspended: true)
    task.resume()
    task.suspend()
    task.resume()
    let status = try await task.value.status
    #expect(status == .noContent && task.state == .completed)
  }
}
