internal import ApusNet
public import ApusTLS

extension Connections {
  /// The destination of the secrets of TLS connections, which is a dangerous aid for debugging.
  ///
  ///     $0.tls.keyLog = .environment
  ///
  /// A person with the lines of the key log can read recorded connections, with all passwords and
  /// tokens in them. No environment variable has an effect unless the program sets this
  /// destination.
  public struct KeyLogDestination: Sendable {
    private let file: FilePath?
    let logger: TLS.KeyLogger?

    /// Appends the secrets to the file that the variable `SSLKEYLOGFILE` names, if it is set.
    ///
    /// Each process reads the variable once. A program that runs with more rights than its caller
    /// ignores the variable. Only the owner can read a new file. If the file cannot be written, the
    /// creation of the session fails.
    public static let environment = environment(ProcessEnvironment.value(of: "SSLKEYLOGFILE"))

    static func environment(_ path: String?) -> KeyLogDestination {
      guard let path, !path.utf8.isEmpty else { return KeyLogDestination(file: nil, logger: nil) }
      return file(path)
    }

    /// Appends the secrets to a file, which is created for its owner alone if the file is missing.
    ///
    /// - Parameter path: The path of the file. An existing file grows.
    public static func file(_ path: String) -> KeyLogDestination {
      let path = FilePath(path)
      return KeyLogDestination(file: path) { line in
        try? Files.append(Array("\(line)\n".utf8), to: path)
      }
    }

    /// Calls a function with each line of an `SSLKEYLOGFILE` file, without the line break.
    ///
    /// - Parameter logger: The function, which is called during handshakes and must not wait.
    public static func calling(_ logger: @escaping TLS.KeyLogger) -> KeyLogDestination {
      KeyLogDestination(file: nil, logger: logger)
    }

    private init(file: FilePath?, logger: TLS.KeyLogger?) {
      (self.file, self.logger) = (file, logger)
    }

    /// Checks that the key log file is writable. Throws an error if the file is not writable.
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
