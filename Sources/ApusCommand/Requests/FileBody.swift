import ApusHTTP
import ApusNet

/// The content of a request that a file holds, or somebody writes into a pipe.
struct FileBody {
  let loop: EventLoop
  /// Until when the content must begin, and be read where it is read as a whole.
  let deadline: Deadline

  /// A regular file, whose length is told before it is sent.
  func regular(_ path: FilePath) async throws(NetError) -> HTTP.Body {
    let file = try await FileAccess(on: loop).open(path, until: deadline)
    return .file(pathBytes: path.bytes, byteCount: Int(file.byteCount))
  }

  /// A regular file, or what comes out of a pipe, piece by piece.
  func any(_ path: FilePath) async throws -> HTTP.Body {
    if path == "-" { return .sequence(try await pieces(of: "/dev/stdin")) }
    if Files.isRegularFile(path) { return try await regular(path) }
    return .sequence(try await pieces(of: path))
  }

  /// All of a file, or of what comes out of a pipe.
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

  /// The writer may never end, and no other call may have to wait for it.
  private static func ownPool() -> BlockingPool { BlockingPool(threadLimit: 1) }

  /// What somebody writes into a pipe, piece by piece.
  private struct Pieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let stream: ByteStream

    func makeAsyncIterator() -> Pieces { self }

    func next() async throws -> [UInt8]? {
      let bytes = try await stream.read(atMost: 65_536)
      return bytes.isEmpty ? nil : bytes
    }
  }
}
