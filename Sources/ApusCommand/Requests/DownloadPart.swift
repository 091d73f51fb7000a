import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession

/// The note of an interrupted download, which is a file next to the output file.
///
///     OUTPUT.continue
///
/// The note is JSON that only its owner can read, because the query of the URL may contain a
/// secret.
struct DownloadPart {
  /// The maximum number of bytes of a download note.
  private static let byteLimit = 64 << 10

  /// The path of the output file of the download.
  let output: FilePath

  private var path: FilePath { FilePath(bytes: output.bytes + Array(".continue".utf8)) }

  /// Reads the download note and returns `nil` if the note does not exist.
  func read() throws -> HTTPSession.ResumeToken? {
    guard Files.exists(path) else { return nil }
    let bytes = try Files.contents(of: path, limit: Self.byteLimit)
    do {
      return try JSONCoder().decode(HTTPSession.ResumeToken.self, from: bytes)
    } catch {
      throw UsageError.invalidPart(Console.shown(path))
    }
  }

  /// Writes the download note.
  func write(_ token: HTTPSession.ResumeToken) async throws {
    try await PrivateFile.write(try JSONCoder().encode(token) + [0x0a], to: path)
  }

  /// Removes the download note if it exists.
  func remove() {
    if Files.exists(path) { try? Files.remove(path) }
  }

  /// Removes the note and the partial file of an earlier download.
  func discard(_ session: HTTPSession) async {
    guard let token = try? read() else { return }
    if let text = output.text { try? await session.discard(token, at: text) }
    remove()
  }
}
