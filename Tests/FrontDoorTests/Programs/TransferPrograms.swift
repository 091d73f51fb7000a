import Apus
import Synchronization

/// Programs about uploads, downloads, stubs, logs and routes.
///
/// They are compiled, and not run: their services do not exist here.
enum TransferPrograms {
  /// A file and fields in multipart form, with progress.
  static func uploadPhoto() async throws {
    struct Receipt: Decodable {
      var fields: [String: String], files: [String: Int], types: [String: String]
    }

    struct Albums {
      let api: HTTPSession

      func add(_ path: String, to album: Int, title: String) async throws -> Receipt {
        let form = HTTP.Body.multipart([
          .field("album", "\(album)"),
          .field("title", title),
          .file("photo", at: path),
          .bytes("note", Array("taken today\n".utf8), fileName: "note.txt"),
        ])
        var last = 0.0
        let response = try await api.upload("photos", form) { progress in
          last = progress.fraction ?? 0
        }
        print("sent, fraction", last)
        return try response.json(as: Receipt.self)
      }
    }

    let albums = Albums(api: try HTTPSession("http://127.0.0.1:8080/v1/"))
    do {
      let receipt = try await albums.add("/var/lib/example/photo.png", to: 42, title: "Café \"x\"")
      print(receipt.fields.sorted { $0.key < $1.key }, receipt.files.sorted { $0.key < $1.key })
      print(receipt.types.sorted { $0.key < $1.key })
      _ = try await albums.add("/does/not/exist.png", to: 1, title: "none")
    } catch let error as HTTPSessionError {
      print("upload failed (\(error.code.name)): \(error)")
    }
  }

  /// A download with resumption and a checksum.
  static func resumeDownload() async throws {
    struct Mirror {
      let api: HTTPSession
      let folder: String

      func fetch(_ name: String, sha256: String) async throws -> HTTPSession.Download {
        var tries = 0
        while true {
          tries += 1
          do {
            return try await api.download(
              "dumps/\(name)", to: "\(folder)/\(name)",
              options: [.resume, .overwrite, .createFolders], sha256: sha256, within: .seconds(30))
          } catch let error as HTTPSessionError where error.isTransient && tries < 4 {
            print("again after", error.code.name, error.received.map { "\($0)" } ?? "")
          }
        }
      }
    }

    let mirror = Mirror(
      api: try HTTPSession("http://127.0.0.1:8080/v1/"), folder: "/var/lib/example/in")
    let digest = CommandLine.arguments[1]
    do {
      let file = try await mirror.fetch("big.bin", sha256: digest)
      print(file.path, file.byteCount, "resumed from", file.resumedFrom)
    } catch let error as HTTPSessionError where error.code == .digest {
      print("the content is not the expected one: \(error)")
    }
    do {
      _ = try await mirror.fetch("other.bin", sha256: digest)
    } catch let error as HTTPSessionError where error.code == .digest {
      print("rejected: \(error)")
    }
  }

  /// A stub with routes, for a unit test.
  static func stubRoutes() async throws {
    struct Todo: Codable, Equatable { var id: Int, title: String }

    struct TodoClient {
      let api: HTTPSession
      func todo(_ id: Int) async throws -> Todo? {
        do { return try await api.get("todos/\(id)", as: Todo.self) } catch let error
          as HTTPSessionError
          where error.code == .status(404)
        { return nil }
      }
      func add(_ title: String) async throws -> Todo {
        try await api.post("todos", .json(["title": title]), as: Todo.self)
      }
      func remove(_ id: Int) async throws { try await api.delete("todos/\(id)") }
    }

    struct Draft: Decodable { var title: String }
    let fake = HTTPSession.stub("https://api.example.com/v1/") { routes in
      routes.get("todos/:id") { request in
        guard request["id"] == "1" else { return HTTP.Response(404) }
        return try .json(Todo(id: 1, title: "milk"))
      }
      routes.post("todos") { request in
        let draft = try request.request.json(as: Draft.self)
        return try .json(Todo(id: 2, title: draft.title), status: 201)
      }
      routes.delete("todos/:id") { _ in throw HTTPSessionError(.timedOut) }
    }
    let client = TodoClient(api: fake)
    let one = try await client.todo(1)
    precondition(one == Todo(id: 1, title: "milk"))
    let none = try await client.todo(9)
    precondition(none == nil)
    let made = try await client.add("bread")
    precondition(made == Todo(id: 2, title: "bread"))
    do {
      try await client.remove(1)
      preconditionFailure("no timeout")
    } catch let error as HTTPSessionError where error.isTimeout { print("as expected: \(error)") }
    do { _ = try await fake.get("nowhere") } catch { print(error) }
  }

  /// A monitor that writes a line for each call.
  static func logCalls() async throws {
    final class CallLog: HTTPSession.Monitor {
      private let running = Mutex<[Int: HTTP.Request]>([:])

      func note(_ event: HTTPSession.Event) {
        guard let call = event.call else { return }
        switch event.kind {
        case .began(let request):
          running.withLock { $0[call] = request }
        case .ended(let timeline, let error):
          let request = running.withLock { $0.removeValue(forKey: call) }
          let what = request.map { "\($0)" } ?? "?"
          print("[\(call)] \(what) \(error?.code.name ?? "ended") retries=\(timeline.retryCount)")
          print("   ", event)
          if timeline.duration > .seconds(1) { print("    slow") }
        case .refused(let error, _):
          print("[\(call)] refused: \(error.code.name)")
        default: break
        }
      }
    }

    let api = try HTTPSession("http://127.0.0.1:8080/v1/") { $0.monitors.append(CallLog()) }
    for target: HTTP.Target in ["users/1?token=secret", "users/404", "slow/1500"] {
      do {
        _ = try await api.get(target)
      } catch let error as HTTPSessionError {
        print("thrown: \(error)")
      }
    }
  }

  /// The lines of a log, without secrets.
  static func logLines() async throws {
    enum Level: String { case debug, info, error }

    final class Logger: Sendable {
      private let lines = Mutex<[String]>([])
      func log(_ level: Level, _ text: String) {
        lines.withLock { $0.append("[\(level.rawValue)] \(text)") }
      }
      var all: [String] { lines.withLock { $0 } }
    }

    struct CallLog: HTTPSession.Monitor {
      let logger: Logger

      func note(_ event: HTTPSession.Event) {
        switch event.kind {
        case .began: logger.log(.debug, "\(event)")
        case .ended(let timeline, let error):
          let status = timeline.status?.code ?? 0
          logger.log(
            error == nil ? .info : .error,
            "\(event) status=\(status) retries=\(timeline.retryCount)")
        case .redirected: logger.log(.debug, "\(event)")
        default: break
        }
      }
    }

    let logger = Logger()
    let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
      $0.monitors.append(CallLog(logger: logger))
      $0.headers[.authorization] = "Bearer secret-token"
    }
    _ = try await api.get("users/1", query: ["api_key": "s3cret"])
    _ = try? await api.get("users/404")
    _ = try? await api.get("/redirect/2")
    for line in logger.all { print(line) }
    print("leaks:", logger.all.contains { $0.contains("s3cret") || $0.contains("secret-token") })
  }

  /// The route to a host.
  static func watchRoute() async throws {
    final class RouteWatch: Sendable {
      private let reachability: Reachability
      private let task: Task<Void, Never>

      init(host: String, _ report: @escaping @Sendable (Bool, String) -> Void) throws {
        let reachability = try Reachability(host: host)
        self.reachability = reachability
        reachability.startMonitoring()
        task = Task {
          for await status in reachability.changes where status != .unknown {
            report(status.isReachable, "\(status)")
          }
        }
      }

      func stop() async {
        reachability.stopMonitoring()
        task.cancel()
        await task.value
      }
    }

    let watch = try RouteWatch(host: "localhost") { print("reachable:", $0, $1) }
    try await Task.sleep(for: .milliseconds(500))
    await watch.stop()
    print("stopped")
  }
}
