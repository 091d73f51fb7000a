import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization

/// What `--data` or `--json` says is the content of a request.
struct RequestContent {
  private enum Source {
    case text(String)
    case file(String)
  }

  static let options = [
    Option("data", takes: "TEXT|@FILE|@-", "what is sent; a file, or standard input, is streamed"),
    Option("json", takes: "TEXT|@FILE|@-", "the same as JSON, which it is called and must be"),
  ]

  private let source: Source
  /// Whether the content is JSON.
  let isJSON: Bool

  /// What the arguments ask for; nil where there is no content.
  init?(_ arguments: Arguments) throws(UsageError) {
    let text = try arguments.value("data", expected: "a text") { $0 }
    let json = try arguments.value("json", expected: "a text") { $0 }
    guard text == nil || json == nil else { throw .contradiction("data", "json") }
    guard let value = text ?? json else { return nil }
    isJSON = json != nil
    if value.utf8.first == 0x40 {
      source = .file(String(decoding: value.utf8.dropFirst(), as: UTF8.self))
      return
    }
    source = .text(value)
    guard isJSON else { return }
    do throws(JSONError) { _ = try JSONValue(parsing: value) } catch {
      throw .invalidValue(value, option: "json", expected: "JSON, which this is not: \(error)")
    }
  }

  /// The content, of which nothing has been read but the text of the command line.
  func body(on loop: EventLoop) async throws(NetError) -> HTTP.Body {
    switch source {
    case .text(let text): return .bytes(Array(text.utf8))
    case .file(let path):
      guard path != "-", !Files.isRegularFile(path) else {
        return path == "-" ? .sequence(try await Pieces("/dev/stdin", loop)) : .file(path)
      }
      return .sequence(try await Pieces(path, loop))
    }
  }

  /// What somebody writes into a pipe, piece by piece.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let stream: ByteStream

    init(_ path: String, _ loop: EventLoop) async throws(NetError) {
      // Whoever writes may never end, and nobody else is to stand behind that.
      let pool = BlockingPool(threadLimit: 1)
      stream = try await ByteStream(path, access: FileAccess(pool: pool, on: loop))
    }

    func makeAsyncIterator() -> Pieces { self }

    func next() async throws -> [UInt8]? {
      let bytes = try await stream.read(atMost: 65_536)
      return bytes.isEmpty ? nil : bytes
    }
  }
}
