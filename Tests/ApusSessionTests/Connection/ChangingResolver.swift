import ApusNet
import ApusSession

/// Responds to each lookup with the next of its results, and then repeats the last one.
final class ChangingResolver: HTTPSession.Resolver {
  private let answers: [[String]]
  private let questions = Lock<[String]>([])

  init(_ answers: [[String]]) { self.answers = answers }

  var asked: [String] { questions.withLock { $0 } }

  func addresses(of name: String) async throws -> [String] {
    let count = questions.withLock { questions in
      questions.append(name)
      return questions.count
    }
    return answers[min(count, answers.count) - 1]
  }
}

extension Listener {
  /// Accepts one connection, responds to one request without content, and closes.
  func answer() async throws {
    let socket = try await accept(until: .after(.seconds(100)))
    var queue = ByteQueue()
    _ = try await socket.receive(into: &queue, until: .after(.seconds(100)))
    let answer = Array("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
    try await socket.send(answer.span, until: .after(.seconds(100)))
    socket.close()
  }
}
