import Apus

/// Programs about streams, events and bodies.
///
/// They are compiled, and not run: their services do not exist here.
enum StreamPrograms {
  /// The lines of a streamed response.
  static func followLines() async throws {
    func follow(_ api: HTTPSession, _ name: String) async throws -> [String] {
      var errors: [String] = []
      try await api.stream(.get("logs/\(name)")) { head, body in
        print("status", head.status, head.headers[.contentType]?.text ?? "no type")
        for try await line in body.lines() {
          if line == "-- end --" { break }
          if line.hasPrefix("ERROR") { errors.append(line) }
        }
      }
      return errors
    }

    let api = try HTTPSession("http://127.0.0.1:8080/v1/") {
      $0.limits.lineByteCount = 10_000
    }
    do {
      print(try await follow(api, "app"))
      print(try await follow(api, "long"))
    } catch let error as HTTPSessionError where error.code == .lineTooLong {
      print("a line is too long: \(error)")
    }
    do {
      print(try await follow(api, "missing"))
    } catch let error as HTTPSessionError {
      print(error.status ?? 0, error.explanation ?? "")
    }
  }

  /// Server-sent events, with reconnection.
  static func followEvents() async throws {
    struct Price: Decodable { var symbol: String, cents: Int }

    actor Ticker {
      private let api: HTTPSession
      private(set) var prices: [String: Int] = [:]
      private(set) var lastID: String?

      init(api: HTTPSession) { self.api = api }

      func run() async throws {
        try await api.events(.get("prices"), reconnecting: HTTPSession.Reconnection()) { events in
          for try await event in events {
            switch event.event {
            case "price":
              let price: Price = try event.json()
              prices[price.symbol] = price.cents
            case "message": print("message:", event.data)
            default: print("unknown event", event.event)
            }
            lastID = event.id
          }
        }
      }
    }

    let ticker = Ticker(api: try HTTPSession("http://127.0.0.1:8080/v1/"))
    do {
      try await ticker.run()  // ends when the server answers 204
      print(await ticker.prices.sorted { $0.key < $1.key }, await ticker.lastID ?? "no ID")
    } catch {
      print("the stream failed: \(error)")
    }
  }

  /// Values of a stream of JSON lines, in an actor.
  static func countRows() async throws {
    struct Row: Decodable, Sendable { var id: Int, level: String }

    actor Counter {
      private(set) var levels: [String: Int] = [:]
      func add(_ row: Row) { levels[row.level, default: 0] += 1 }
    }

    func follow(_ api: HTTPSession, into counter: Counter) async throws {
      try await api.stream(.get("rows")) { head, body in
        print("status", head.status.code)
        for try await row in body.values(of: Row.self) {
          await counter.add(row)
        }
      }
    }

    let api = try HTTPSession("http://127.0.0.1:8080/")
    let counter = Counter()
    try await follow(api, into: counter)
    print(await counter.levels.sorted { $0.key < $1.key })

    var longest = 0
    try await api.stream(.get("log.txt")) { _, body in
      for try await line in body.lines() where line.hasPrefix("ERROR") {
        longest = max(longest, line.count)
      }
    }
    print("longest", longest)

    do {
      try await api.stream(.get("missing")) { _, body in
        for try await line in body.lines() { print("line:", line) }
      }
    } catch let error as HTTPSessionError where error.status == 404 {
      print("no log: \(error.explanation ?? "")")
    }
  }

  /// A chat whose answers are events.
  static func chat() async throws {
    struct Message: Codable { var role: String, content: String }
    struct Prompt: Encodable {
      var model = "small"
      var stream = true
      var messages: [Message]
    }
    struct Chunk: Decodable {
      struct Choice: Decodable { var delta: Delta }
      struct Delta: Decodable { var content: String? }
      var choices: [Choice]
    }

    actor Chat {
      private let api: HTTPSession
      private var history: [Message] = []

      init(api: HTTPSession) { self.api = api }

      func say(_ text: String) async throws -> String {
        history.append(Message(role: "user", content: text))
        var answer = ""
        try await api.events(.post("chat", .json(Prompt(messages: history)))) { events in
          for try await event in events {
            if event.data == "[DONE]" { break }
            let chunk = try event.json(as: Chunk.self)
            answer += chunk.choices.first?.delta.content ?? ""
          }
        }
        history.append(Message(role: "assistant", content: answer))
        return answer
      }
    }

    let api = try HTTPSession("http://127.0.0.1:8080/") {
      $0.headers[.authorization] = "Bearer sk-1"
    }
    let chat = Chat(api: api)
    print(try await chat.say("hello"))
    print(try await chat.say("again"))
  }

  /// A body that is written piece by piece.
  static func writeBody() async throws {
    struct Sum: Decodable { var lines: Int, bytes: Int, trailer: String? }

    struct Exporter {
      let api: HTTPSession

      func export(rows: Int) async throws -> Sum {
        let body = HTTP.Body.writing { writer in
          for row in 1...rows {
            try await writer.write("\(row),name \(row)\n")
            if row % 100 == 0 { try await Task.sleep(for: .milliseconds(5)) }
          }
          writer.finish(trailers: ["X-Count": rows])
        }
        var (reports, sent) = (0, 0)
        let response = try await api.upload("rows", body) { progress in
          reports += 1
          sent = progress.completed
        }
        print("reports > 1:", reports > 1, "sent:", sent)
        return try response.json(as: Sum.self)
      }
    }

    let exporter = Exporter(api: try HTTPSession("http://127.0.0.1:8080/v1/"))
    do {
      let sum = try await exporter.export(rows: 1_000)
      print(sum.lines, sum.bytes, sum.trailer ?? "no trailer")
    } catch let error as HTTPSessionError where error.code == .requestBody {
      print("the rows failed: \(error.underlying.map { "\($0)" } ?? "")")
    }
  }

  /// A sequence, a writer and a compressed body.
  static func export() async throws {
    struct Sum: Decodable { var byteCount: Int, sha256: String }

    struct Export: Sendable {
      let rows: Int

      func lines() -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
          for n in 1...rows { continuation.yield(Array("\(n),row \(n)\n".utf8)) }
          continuation.finish()
        }
      }
    }

    let api = try HTTPSession("http://127.0.0.1:8080/")
    let export = Export(rows: 10_000)
    let first = try await api.put("dump", .sequence(export.lines()), as: Sum.self)
    print(first)

    let body = HTTP.Body.writing { writer in
      for n in 1...export.rows { try await writer.write("\(n),row \(n)\n") }
    }
    var request = HTTP.Request.put("dump", body)
    request.headers[.contentType] = "text/csv"
    let second = try await api.send(request, as: Sum.self)
    print(second.sha256 == first.sha256)

    let zipped = try await api.put("dump", body.gzipped(), as: Sum.self)
    print(zipped.byteCount < first.byteCount)

    struct Broken: Error {}
    do {
      try await api.put(
        "dump",
        .writing { writer in
          try await writer.write("half")
          throw Broken()
        })
    } catch let error as HTTPSessionError where error.code == .requestBody {
      print("broken:", error.underlying.map { "\($0)" } ?? "-", error)
    }
  }

  /// A response that outlives its call.
  static func handOn() async throws {
    struct Relay {
      let api: HTTPSession

      func dump(_ name: String) async throws -> HTTPSession.OpenedResponse {
        try await api.open(.get("dumps/\(name)"))
      }
    }

    func count(_ response: HTTPSession.OpenedResponse) async throws -> Int {
      var count = 0
      for try await piece in response.body { count += piece.count }
      return count
    }

    let relay = Relay(api: try HTTPSession("http://127.0.0.1:8080/v1/"))
    do {
      let response = try await relay.dump("plain.bin")
      print(response.head.status, response.head.headers[.contentLength]?.text ?? "no length")
      let reader = Task.detached { try await count(response) }
      print("read", try await reader.value)

      let unread = try await relay.dump("plain.bin")
      unread.body.close()
      print(try await relay.api.get("users/1").status)
      _ = try await relay.dump("missing.bin")
    } catch let error as HTTPSessionError {
      print("failed: \(error)")
    }
    await relay.api.shutdown(within: .seconds(2))
  }

  /// Another protocol on the same connection.
  static func switchProtocol() async throws {
    func lines(_ api: HTTPSession) async throws {
      var request = HTTP.Request.get("attach")
      request.headers["Upgrade"] = "lines"
      request.headers["Connection"] = "Upgrade"
      do {
        try await api.switchProtocol(request) { head, connection in
          print(head.status.code, head.headers["Upgrade"] ?? "-")
          try await connection.write(Array("hello\n".utf8))
          while let bytes = try await connection.read() {
            print(String(decoding: bytes, as: UTF8.self))
            break
          }
        }
      } catch let error as HTTPSessionError where error.code == .notSwitched {
        print("kept HTTP: \(error)")
      }
    }

    try await lines(try HTTPSession("http://127.0.0.1:8080/"))
  }
}
