import ApusCookies
import ApusHTTP
import ApusNet
import ApusSession

/// The cookie file option. Requests send the cookies of the file, and responses add cookies to the
/// file.
struct CookieOptions {
  static let options = [
    Option(
      "cookie-jar", takes: "FILE",
      "sends the cookies of a file in Netscape's format, and stores new cookies in the file")
  ]

  private let file: FilePath?

  init(_ arguments: Arguments) throws(UsageError) { file = try arguments.path("cookie-jar") }

  /// The options of curl for the same cookie file.
  var curlWords: [String] {
    file.map { ["--cookie", "\($0)", "--cookie-jar", "\($0)"] } ?? []
  }

  /// A Boolean value that indicates whether the command line names a cookie file.
  var isGiven: Bool { file != nil }

  /// Adds the cookies of the cookie file to the session's cookie storage, if the file exists.
  ///
  /// A line that is not a cookie is an error, because the tool replaces the file at the end.
  func read(into storage: HTTPSession.CookieStorage, _ console: Console) throws {
    guard let file, Files.exists(file) else { return }
    let bytes = try console.contents(of: file)
    let now = HTTP.Date(secondsSinceEpoch: console.now.secondsSinceEpoch)
    let cookies = CookieFile(parsing: bytes.span, at: now)
    if let first = cookies.faults.first {
      throw UsageError.invalidLine(Console.shown(file), line: first.line, "\(first.fault)")
    }
    _ = storage.withJar { $0.restore(CookieArchive(cookies: cookies.cookies), at: now) }
  }

  /// Writes all cookies to the cookie file. Only the owner can read a new cookie file.
  func write(_ storage: HTTPSession.CookieStorage, _ console: Console) async throws {
    guard let file else { return }
    let (bytes, leftOut) = CookieFile(cookies: storage.cookies).text()
    if !leftOut.isEmpty {
      console.complain(
        "\(leftOut.count) cookies have a tab in the cookie name, and are not stored in "
          + "the cookie file")
    }
    try await PrivateFile.write(bytes, to: file)
  }
}
