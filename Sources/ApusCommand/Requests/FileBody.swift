import ApusHTTP
import ApusNet

/// The content of a request that is read from a file or a pipe.
struct FileBody {
  let loop: EventLoop
  /// The deadline for the first byte of the content. If the content is read as a whole, the
  /// deadline applies to all bytes.
  let deadline: Deadline

  /// Returns a regular file as a request body of known length.
  func regular(_ path: FilePath) async throws(NetError) -> HTTP.Body {
    let file = try await FileAccess(on: loop).open(path, until: deadline)
    return .file(pathBytes: path.bytes, byteCount: Int(file.byteCount))
  }

  /// Returns a request body that reads a regular file or the chunks of a pipe.
  func any(_ path: FilePath) async throws -> HTTP.Body {
    if path == "-" { return .sequence(try await pieces(of: "/dev/stdin")) }
    if Files.isRegularFile(path) { return try await regular(path) }
    return .sequence(try await pieces(of: path))
  }

  /// Returns all bytes of a file or a pipe.
  func contents(_ path: FilePath) async throws -> [UInt8] {
    let path: FilePath = path == "-" ? "/dev/stdin" : path
    return try await Self.ownPool().run(until: deadline, on: loop) {
      Result { () throws(SystemError) in
        try Files.contents(of: path, limit: Console.fileByteLimit, mayWait: true)
      }
    }.get()
  }

  private func pieces(of path: FilePath) async throws -> Pieces {
    let access = FileAccess(pool: Self.ownPool(), on: loop)
    let stream = try await TimeLimit.run(until: deadline) {
      try await ByteStream(path, access: access)
    }
    return Pieces(stream: stream)
  }

  /// Returns a separate thread pool, because the writer of a pipe may never end and other calls
  /// must not wait.
  private static func ownPool() -> BlockingPool { BlockingPool(threadLimit: 1) }

  /// The sequence of chunks that are read from a pipe.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let stream: ByteStream

    func makeAsyncIterator() -> Pieces { self }

    func next() async throws -> [UInt8]? {
      let bytes = try await stream.read(atMost: 65_536)
      return bytes.isEmpty ? nil : bytes
    }
  }
}
