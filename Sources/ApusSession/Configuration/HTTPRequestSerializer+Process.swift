internal import ApusHTTP
internal import ApusNet
public import ApusSerialization

extension HTTPRequestSerializer {
  /// A serializer that says which program asks, and which languages its environment prefers.
  ///
  /// The user agent is the process's name, a version of the caller's, and the system with its
  /// kernel; there is no language where the environment names none, as on most servers.
  public static func ofProcess(version: String? = nil) -> HTTPRequestSerializer {
    var serializer = HTTPRequestSerializer()
    let agent = DefaultHeaders.userAgent(
      program: ProcessFacts.program, version: version,
      details: ProcessFacts.fact("/proc/sys/kernel/osrelease").map { "kernel \($0)" })
    serializer.headers[.userAgent] = HTTP.FieldValue(agent)
    let languages = DefaultHeaders.languages { ProcessEnvironment.value(of: $0) }
    if let value = DefaultHeaders.acceptLanguage(languages) {
      serializer.headers[.acceptLanguage] = HTTP.FieldValue(value)
    }
    return serializer
  }
}

/// What is known of the process that sends requests.
enum ProcessFacts {
  /// The name of the program, which is empty where the kernel does not tell it.
  static let program = fact("/proc/self/comm") ?? ""

  /// The value of `User-Agent` of sessions that say nothing else.
  static let userAgent = DefaultHeaders.userAgent(program: program, version: nil)

  /// The first line of a file in which the kernel tells something.
  static func fact(_ path: String) -> String? {
    let bytes = (try? Files.contents(of: path, limit: 4_096)) ?? []
    let line = bytes.prefix { $0 != 0x0a }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
