internal import ApusHTTP
internal import ApusNet
public import ApusSerialization

extension HTTPRequestSerializer {
  /// Creates a serializer whose fields name the program and the languages of its environment.
  ///
  /// The `User-Agent` value consists of the process name, the given version, and the operating
  /// system with its kernel. The requests have no `Accept-Language` field if the environment names
  /// no language, as on most servers.
  ///
  /// - Parameter version: The version of the program in the `User-Agent` field, or `nil` for no
  ///   version.
  public static func ofProcess(version: String? = nil) -> HTTPRequestSerializer {
    var serializer = HTTPRequestSerializer()
    let agent = DefaultHeaders.userAgent(
      program: ProcessFacts.program, version: version, system: ProcessFacts.system,
      details: SystemFact.kernelRelease.text.map { "kernel \($0)" })
    serializer.headers[.userAgent] = HTTP.FieldValue(agent)
    let languages = DefaultHeaders.languages { ProcessEnvironment.value(of: $0) }
    if let value = DefaultHeaders.acceptLanguage(languages) {
      serializer.headers[.acceptLanguage] = HTTP.FieldValue(value)
    }
    return serializer
  }
}

/// The facts about the process that sends requests.
enum ProcessFacts {
  /// The name of the program, or an empty string if the system does not provide the name.
  static let program = SystemFact.programName.text ?? ""

  /// The name of the operating system.
  static let system = SystemFact.systemName.text ?? ""

  /// The default value of the `User-Agent` field.
  static let userAgent = DefaultHeaders.userAgent(program: program, version: nil, system: system)
}
