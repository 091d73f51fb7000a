import ApusHTTP
import ApusNet
import ApusTestServer
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A process with a session from before its fork, or without descriptors for one.
@Suite(.timeLimit(.minutes(3))) struct ProcessTests {
  @Test func `every call in a forked child process throws at once`() async {
    await #expect(processExitsWith: .success) {
      let server = try await TestServer { _ in .response(HTTP.Response(200)) }
      let session = try HTTPSession(server.url)
      try await session.send(.get(""))
      let child = apus_test_fork()
      if child == 0 {
        let calls: [() async throws -> Void] = [
          { try await session.send(.get("")) },
          { _ = try await session.perform(.get("")) },
          { try await session.upload(.put("", .bytes([1]))) { _ in } },
          { _ = try await session.download(.get(""), to: "/dev/null") },
        ]
        for (index, call) in calls.enumerated() {
          guard await Self.isForked(call) else { apus_test_leave(Int32(index) + 1) }
        }
        apus_test_leave(0)
      }
      #expect(apus_test_await(child) == 0)
      // The parent's connection is as good as before.
      try await session.send(.get(""))
      #expect(server.connectionCount == 1)
      await session.shutdown()
      await server.shutdown()
    }
  }

  @Test func `without free file descriptors concurrent requests share one connection`() async {
    await #expect(processExitsWith: .success) {
      let server = try await TestServer { _ in .response(HTTP.Response(200)) }
      let session = try HTTPSession(server.url) { $0.pool.connectionsPerHost = 50 }
      try await session.send(.get(""))
      #expect(apus_test_exhaust_descriptors() == 0)
      let count = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<50 { group.addTask { try await session.send(.get("")).status.code } }
        var count = 0
        for try await status in group where status == 200 { count += 1 }
        return count
      }
      #expect(count == 50)
      #expect(server.connectionCount == 1)
      await session.shutdown()
      await server.shutdown()
    }
  }

  @Test func `creating a session without free file descriptors throws an HTTPSessionError`() async {
    await #expect(processExitsWith: .success) {
      #expect(apus_test_exhaust_descriptors() == 0)
      let error = #expect(throws: HTTPSessionError.self) { try HTTPSession("http://127.0.0.1:2/") }
      #expect(error.map { Self.isOutOfDescriptors($0) } == true)
    }
  }

  @Test func `calls without free file descriptors throw an HTTPSessionError`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = "\(folder.path)/file"
      try Files.append([1], to: file)
      let server = try await TestServer { _ in .response(HTTP.Response(200)) }
      let session = try HTTPSession(server.url)
      #expect(apus_test_exhaust_descriptors() == 0)
      let calls: [() async throws -> Void] = [
        { try await session.send(.get("")) },
        { try await session.send(.get("https://127.0.0.1:2/")) },
        { try await session.send(.get("http://localhost:2/")) },
        { try await session.upload(.put("", .file(file))) { _ in } },
        { try await session.download(.get(""), to: file + "2") },
      ]
      for (index, call) in calls.enumerated() {
        do {
          try await call()
          Issue.record("call \(index) has a descriptor")
        } catch {
          let error = try #require(error as? HTTPSessionError)
          #expect(Self.isOutOfDescriptors(error), "\(index): \(error)")
        }
      }
    }
  }

  private static func isOutOfDescriptors(_ error: HTTPSessionError) -> Bool {
    switch error.reason {
    case .network(let fault), .file(let fault): fault.isOutOfDescriptors
    // The system's roots are files too.
    case .trustSource: true
    default: false
    }
  }

  private static func isForked(_ call: () async throws -> Void) async -> Bool {
    do {
      try await call()
      return false
    } catch {
      return error is HTTPSessionError && "\(error)".contains("fork")
    }
  }
}
