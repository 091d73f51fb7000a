internal import ApusHTTP
internal import ApusNet
public import ApusSerialization

extension HTTPRequestSerializer {
  /// Creates a serializer whose headers name the program and the languages of its environment.
  ///
  /// The user agent consists of the process name, the given version, and the system with its
  /// kernel. No language is sent if the environment names none, as on most servers.
  ///
  /// - Parameter version: The version of the program in the user agent; nil for none.
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

/// The facts of the process that sends requests.
enum ProcessFacts {
  /// The name of the program, which is empty if the kernel does not provide it.
  static let program = fact("/proc/self/comm") ?? ""

  /// The default value of `User-Agent`.
  static let userAgent = DefaultHeaders.userAgent(program: program, version: nil)

  /// Reads the first line of a file of the kernel.
  static func fact(_ path: String) -> String? {
    let bytes = (try? Files.contents(of: path, limit: 4_096)) ?? []
    let line = bytes.prefix { $0 != 0x0a }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }
}
