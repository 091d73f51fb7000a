internal import ApusNet
public import ApusTLS

extension Connections {
  /// The destination of the secrets of TLS connections, which is a dangerous aid for debugging.
  ///
  ///     $0.tls.keyLog = .environment
  ///
  /// A person who has the lines can read recorded connections, with all passwords and tokens in
  /// them. No variable of the environment has an effect unless the program sets this.
  public struct KeyLogDestination: Sendable {
    private let file: FilePath?
    let logger: TLS.KeyLogger?

    /// Appends the secrets to the file that the variable `SSLKEYLOGFILE` names, if it is set.
    ///
    /// The variable is read once in each process, and a program that runs with rights that its
    /// caller has not ignores it. A new file is for its owner alone. A file that cannot be written
    /// is an error when the session is made.
    public static let environment = environment(ProcessEnvironment.value(of: "SSLKEYLOGFILE"))

    static func environment(_ path: String?) -> KeyLogDestination {
      guard let path, !path.utf8.isEmpty else { return KeyLogDestination(file: nil, logger: nil) }
      return file(path)
    }

    /// Appends the secrets to a file, which is made for its owner alone if it is missing.
    ///
    /// - Parameter path: The path of the file; an existing one grows.
    public static func file(_ path: String) -> KeyLogDestination {
      let path = FilePath(path)
      return KeyLogDestination(file: path) { line in
        try? Files.append(Array("\(line)\n".utf8), to: path)
      }
    }

    /// Calls a function with each line of the form of `SSLKEYLOGFILE`, without a line break.
    ///
    /// - Parameter logger: The function, which is called during handshakes and must not wait.
    public static func calling(_ logger: @escaping TLS.KeyLogger) -> KeyLogDestination {
      KeyLogDestination(file: nil, logger: logger)
    }

    private init(file: FilePath?, logger: TLS.KeyLogger?) {
      (self.file, self.logger) = (file, logger)
    }

    /// Throws if the lines cannot be written to the file.
    package func check() throws(InvalidSetting) {
      guard let file else { return }
      do throws(SystemError) {
        try Files.append([], to: file)
      } catch {
        throw InvalidSetting(
          "tls.keyLog", "\(file)", expected: "a file that can be written (\(error))")
      }
    }
  }
}
