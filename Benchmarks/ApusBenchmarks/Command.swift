import ApusNet
import Glibc

/// Other programs, started with their arguments and waited for.
enum Command {
  /// Runs a program found on the path; what it prints on standard error is returned.
  static func run(_ words: [String]) throws -> (status: Int32, errors: String) {
    let folder = try temporaryFolder()
    let log = folder + "/errors"
    defer { removeTemporaryFolder(of: log) }
    // SAFETY: the file actions and the argument list are freed below, after the child has copied
    // them; every pointer handed to C lives until then.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT, 0o600)
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe list.append(nil)
    defer { for index in unsafe list.indices { unsafe free(list[index]) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, words[0], &actions, nil, list, environ)
    guard failure == 0 else { return (failure, "cannot start \(words[0])") }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
    let errors = String(decoding: try Files.contents(of: log), as: UTF8.self)
    return (status, errors)
  }

  static func temporaryFolder() throws -> String {
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
    var path = Array((base + "/apus-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&path) != nil else {
      throw Peer.Failure.command("mkdtemp", status: errno)
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a file and the temporary folder around it.
  static func removeTemporaryFolder(of file: String) {
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)
    unsafe unlink(file)
    unsafe rmdir(String(folder))
  }
}
