import ApusHTTP
import ApusNet
import ApusTestServer

@testable import ApusConnections
@testable import ApusSession

/// A response that breaks off after some of its bytes, and the result of its reader.
struct CutAnswer {
  /// The end of the connection.
  enum Ending: String, CaseIterable, Sendable {
    /// In order.
    case finish
    /// By a reset.
    case reset
  }

  /// The framing that ends the content.
  enum Framing: String, CaseIterable, Sendable {
    case length
    case chunks
    case close
    case early

    var answer: String {
      switch self {
      case .length: "HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 13\r\n\r\nHello\n world!"
      case .chunks:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "5\r\nHello\r\n8;a=b\r\n\n world!\r\n0\r\nX-T: 1\r\n\r\n"
      case .close: "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nHello\n world!"
      case .early:
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nHello\n world!"
      }
    }

    /// The end of the final head.
    var headEnd: Int {
      let bytes = Array(answer.utf8)
      let start = self == .early ? 44 : 0
      let end = bytes.indices[start...].first { bytes[$0...].starts(with: "\r\n\r\n".utf8) }
      return (end ?? 0) + 4
    }
  }

  /// The reader of the response.
  enum Consumer: String, CaseIterable, Sendable {
    case send
    case stream
    case lines
    case download
  }

  /// The result.
  enum Outcome: Equatable {
    /// Content that was read as complete.
    case whole(String)
    /// Content until then, and the one error.
    case failed(String, HTTPSessionError.Reason)
  }

  static let content = "Hello\n world!"

  let framing: Framing
  let ending: Ending
  let byteCount: Int

  var request: HTTP.Request { .get("\(ending)/\(framing)/\(byteCount)") }

  /// Sends a part of a response by the path, and ends the connection in the path's way.
  static func serve(_ connection: TestConnection) async throws {
    guard let (head, _) = try await connection.readHead() else { return }
    let words = head.target.text.split(separator: "/").map(String.init)
    let answer = Framing(rawValue: words[1])?.answer ?? ""
    try await connection.write(Array(answer.utf8.prefix(Int(words[2]) ?? 0)))
    if words[0] == "reset" {
      connection.reset()
    } else {
      try await connection.finish()
      try await connection.drain()
    }
  }

  /// Reads the response in one of the possible ways, in a folder if one is needed.
  func read(_ consumer: Consumer, _ session: HTTPSession, _ folder: String) async throws -> Outcome
  {
    var content = ""
    do {
      switch consumer {
      case .send: content = try await session.send(request).text
      case .stream:
        try await session.stream(request) { _, pieces in
          do {
            while let piece = try await pieces.nextPiece() {
              content += String(decoding: piece, as: UTF8.self)
            }
          } catch let error as HTTPSessionError {
            // A later read must not report that this was all.
            do {
              _ = try await pieces.collect()
              content += " passed for whole"
            } catch let again as HTTPSessionError {
              if again.reason != error.reason { content += " failed otherwise" }
            }
            throw error
          }
        }
      case .lines:
        try await session.stream(request) { _, pieces in
          for try await line in pieces.lines() { content += (content.isEmpty ? "" : "\n") + line }
        }
      case .download:
        let path = "\(folder)/\(ending)-\(framing)-\(byteCount)"
        try await session.download(request, to: path)
        content = String(decoding: try Files.contents(of: path), as: UTF8.self)
      }
      return .whole(content)
    } catch let error as HTTPSessionError {
      return .failed(content, error.reason)
    }
  }
}

extension HTTPSession.ResponseContent {
  /// The next piece.
  fileprivate func nextPiece() async throws -> [UInt8]? {
    var pieces = makeAsyncIterator()
    return try await pieces.next()
  }
}
