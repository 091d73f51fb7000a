import ApusNet
import Glibc

/// Child processes, which are started with arguments and awaited.
enum Command {
  /// The exit status and the output of a child process.
  struct Outcome {
    var status: Int32
    var output: [UInt8] = []
    var errors = ""
    /// The processor time of the child process in nanoseconds.
    var nanoseconds = 0.0
  }

  /// Runs a program that is found on the search path. The status of a missing program is `ENOENT`.
  static func run(_ words: [String]) throws -> Outcome {
    let output = try temporaryFolder() + "/output"
    let errors = try temporaryFolder() + "/errors"
    defer { for file in [output, errors] { removeTemporaryFolder(of: file) } }
    // SAFETY: the file actions and the argument list are freed below, after the child has copied
    // them; every pointer passed to C lives until then.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe list.append(nil)
    defer { for index in unsafe list.indices { unsafe free(list[index]) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, words[0], &actions, nil, list, environ)
    guard failure == 0 else {
      return Outcome(status: failure, errors: "cannot start \(words[0])")
    }
    var status: Int32 = 0
    var use = rusage()
    while unsafe wait4(child, &status, 0, &use) < 0 && errno == EINTR {}
    let seconds = use.ru_utime.tv_sec + use.ru_stime.tv_sec
    let microseconds = use.ru_utime.tv_usec + use.ru_stime.tv_usec
    return Outcome(
      status: status, output: try Files.contents(of: output),
      errors: String(decoding: try Files.contents(of: errors), as: UTF8.self),
      nanoseconds: Double(seconds) * 1e9 + Double(microseconds) * 1e3)
  }

  /// Starts a program, which inherits the given file descriptors as its descriptors from number 3
  /// on.
  static func start(_ words: [String], with descriptors: [Int32]) throws -> pid_t {
    // SAFETY: as above.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (index, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
    }
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
    unsafe list.append(nil)
    defer { for index in unsafe list.indices { unsafe free(list[index]) } }
    var child: pid_t = 0
    let failure = unsafe posix_spawnp(&child, words[0], &actions, nil, list, environ)
    guard failure == 0 else { throw Peer.Failure.command(words[0], status: failure) }
    return child
  }

  /// Ends a child process with a signal.
  static func stop(_ child: pid_t, by signal: Int32 = SIGKILL) {
    kill(child, signal)
    _ = waitpid(child, nil, 0)
  }

  static func temporaryFolder() throws -> String {
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
    var path = Array((base + "/apus-XXXXXX").utf8CString)
    guard unsafe mkdtemp(&path) != nil else {
      throw Peer.Failure.command("mkdtemp", status: errno)
    }
    return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes a file and the temporary folder that contains the file.
  static func removeTemporaryFolder(of file: String) {
    let folder = file.prefix(upTo: file.lastIndex(of: "/") ?? file.endIndex)
    unsafe unlink(file)
    unsafe rmdir(String(folder))
  }
}
