import ApusNet
import ApusX509
import CApusTestSupport

@testable import ApusCommand

/// One run of the tool within a test, on the fixtures of the repository.
struct Trial {
  let status: ExitStatus
  /// The bytes of standard output, and its text.
  let bytes: [UInt8]
  let output: String
  let complaints: String

  /// Runs `apus` with those words, a day after the fixtures became valid.
  init(_ words: String...) async {
    await self.init(words)
  }

  init(
    _ words: [String], isTerminal: Bool = false,
    now: Int64 = 1_795_390_000, environment: [String: String] = [:]
  ) async {
    var console = Console(
      terminals: Console.Terminals(output: isTerminal, errors: isTerminal),
      now: UnixTime(secondsSinceEpoch: now),
      environment: { environment[$0] })
    status = await Tool.run(words.map { Word($0) }, &console)
    bytes = console.pending
    output = console.output
    complaints = console.errors.held
  }

  static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// The path of a fixture.
  static func fixture(_ name: String) -> String { root + "/Fixtures/" + name }

  static let authority = fixture("chains/private-ca.pem")
  static let server = fixture("chains/private-server.pem")
  static let client = fixture("chains/private-client.pem")
  static let selfSigned = fixture("chains/self-signed.pem")
}

/// A folder of a test's own, which goes away with it.
final class TrialFolder: Sendable {
  let path: String

  init(_ files: KeyValuePairs<String, [UInt8]>) throws {
    var bytes = [CChar](repeating: 0, count: 4096)
    // SAFETY: C writes at most the given capacity, and ends it with a zero.
    let result = unsafe apus_test_make_folder(&bytes, bytes.count)
    guard result == 0 else { throw Failure(status: result) }
    path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for (name, content) in files { try write(name, content) }
  }

  /// Writes a file in the folder.
  func write(_ name: String, _ content: [UInt8]) throws {
    // SAFETY: a C string and bytes that outlive the call.
    let result = unsafe apus_test_write_file("\(path)/\(name)", content, content.count)
    guard result == 0 else { throw Failure(status: result) }
  }

  /// Adds a symbolic link, which may lead anywhere.
  func link(_ name: String, to target: String) throws {
    // SAFETY: C strings for this call only.
    let result = unsafe apus_test_write_link("\(path)/\(name)", target)
    guard result == 0 else { throw Failure(status: result) }
  }

  /// Returns the names in it.
  func names() throws -> [String] { try Files.names(in: path) }

  /// Returns the contents of a file in it.
  func bytes(of name: String) throws -> [UInt8] { try Files.contents(of: "\(path)/\(name)") }

  /// Adds a pipe.
  func makePipe(_ name: String) throws {
    let result = unsafe apus_test_make_pipe("\(path)/\(name)")  // SAFETY: a C string for this call.
    guard result == 0 else { throw Failure(status: result) }
  }

  /// Writes to a pipe when it has a reader.
  func write(_ text: String, into name: String) async throws {
    let (path, bytes) = ("\(path)/\(name)", Array(text.utf8))
    _ = try await BlockingPool.shared.run(until: .never, on: .shared()) {
      Result { try Files.append(bytes, to: path) }
    }.get()
  }

  deinit {
    _ = unsafe apus_test_remove_folder(path)  // SAFETY: a C string for this call only.
  }

  struct Failure: Error {
    let status: Int64
  }
}
