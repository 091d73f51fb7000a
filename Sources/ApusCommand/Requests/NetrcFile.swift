import ApusBytes
import ApusHTTP
import ApusNet

/// A reader of the user name and password for a host in a netrc file.
///
///     file  = *( entry / macro )
///     entry = ( "machine" word / "default" ) *( "login" word / "password" word / "account" word )
///     macro = "macdef" word *( line ) empty-line
///
/// No standard defines the netrc format, which ftp, curl and git read.
struct NetrcFile {
  static let options = [
    Option("netrc", "reads the user name and password for the host from ~/.netrc"),
    Option(
      "netrc-file", takes: "FILE", "reads the user name and password for the host from a netrc file"
    ),
  ]

  /// The maximum number of bytes of a netrc file.
  private static let byteLimit = 1 << 20

  private let path: FilePath?
  private let isUsual: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments.path("netrc-file")
    isUsual = arguments.has("netrc")
  }

  /// Returns the credentials for a host, or `nil` if the netrc file has none or the request needs
  /// none.
  func credentials(
    for url: HTTP.URL, _ environment: (String) -> String?
  ) throws -> StoredCredentials? {
    guard path != nil || isUsual else { return nil }
    guard let path = path ?? environment("HOME").map({ FilePath("\($0)/.netrc") }) else {
      throw UsageError.noHome
    }
    let bytes = try Files.contents(of: path, limit: Self.byteLimit, mayWait: true)
    return Self.credentials(in: bytes, for: "\(url.host)")
  }

  /// Returns the first entry for a host in a netrc file, or the default entry.
  static func credentials(in bytes: [UInt8], for host: String) -> StoredCredentials? {
    var words = words(of: bytes)[...]
    var (user, secret): (String?, String?) = (nil, nil)
    var (isMatch, hasMatched) = (false, false)
    while let word = words.popFirst() {
      switch word {
      case "machine", "default":
        if hasMatched { words = [] }
        let isDefault = word == "default"
        let name = isDefault ? nil : words.popFirst()
        isMatch = !hasMatched && (isDefault || name.map { equals($0, host) } == true)
        hasMatched = hasMatched || isMatch
      case "login":
        let value = words.popFirst()
        if isMatch { user = value }
      case "password":
        let value = words.popFirst()
        if isMatch { secret = value }
      case "account": _ = words.popFirst()
      default: continue
      }
    }
    guard let user, let secret else { return nil }
    return StoredCredentials(user: user, scheme: nil, isSentAtOnce: false, secret: secret)
  }

  /// Returns whether two host names are equal, without regard to letter case.
  private static func equals(_ left: String, _ right: String) -> Bool {
    ASCII.equalsIgnoringCase(Array(left.utf8).span, right)
  }

  /// Returns the words of the netrc file without comments and macros.
  private static func words(of bytes: [UInt8]) -> [String] {
    var words: [String] = []
    var isMacro = false
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      let parts = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }
      if isMacro {
        isMacro = !parts.isEmpty
        continue
      }
      for part in parts {
        if part.first == 0x23, words.last != "password" { break }
        if part.elementsEqual("macdef".utf8) {
          isMacro = true
          break
        }
        words.append(String(decoding: part, as: UTF8.self))
      }
    }
    return words
  }
}
