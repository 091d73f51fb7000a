import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession

/// The note of an interrupted download: a file next to its output.
///
///     OUTPUT.continue
///
/// It is JSON for its owner alone, because the query of a URL may be a secret.
struct DownloadPart {
  /// The largest note that is read.
  private static let byteLimit = 64 << 10

  /// The file that the download makes.
  let output: FilePath

  private var path: FilePath { FilePath(bytes: output.bytes + Array(".continue".utf8)) }

  /// Reads the note; nil if there is none.
  func read() throws -> HTTPSession.ResumeToken? {
    guard Files.exists(path) else { return nil }
    let bytes = try Files.contents(of: path, limit: Self.byteLimit)
    do {
      return try JSONCoder().decode(HTTPSession.ResumeToken.self, from: bytes)
    } catch {
      throw UsageError.invalidPart(Console.shown(path))
    }
  }

  /// Writes the note.
  func write(_ token: HTTPSession.ResumeToken) async throws {
    try await PrivateFile.write(try JSONCoder().encode(token) + [0x0a], to: path)
  }

  /// Removes the note, if there is one.
  func remove() {
    if Files.exists(path) { try? Files.remove(path) }
  }

  /// Removes the note and the part that an earlier download has left.
  func discard(_ session: HTTPSession) async {
    guard let token = try? read() else { return }
    if let text = output.text { try? await session.discard(token, at: text) }
    remove()
  }
}
