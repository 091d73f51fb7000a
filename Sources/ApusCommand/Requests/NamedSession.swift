import ApusBytes
import ApusCookies
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession

/// A named session of the tool, which stores header fields, cookies and credentials for one server.
///
///     $XDG_CONFIG_HOME/apus/sessions/SCHEME-HOST-PORT/NAME.json
///
/// If the environment variable is not set, the folder is `$HOME/.config`. The session file contains
/// secrets, so only its owner can read it, even if the file had other permissions before.
struct NamedSession {
  static let options = [
    Option(
      "session", takes: "NAME",
      "sends the stored fields, cookies and credentials of this session, and stores new ones")
  ]

  static let details = [
    "The sessions of each server are stored in $XDG_CONFIG_HOME/apus/sessions or",
    "~/.config/apus/sessions, in files that only their owner can read.",
  ]

  /// The maximum number of bytes of a session file.
  private static let byteLimit = 16 << 20

  /// The content of a session file.
  struct Content: Codable {
    var headers: [[String]] = []
    var cookies = CookieArchive(cookies: [])
    var credentials: StoredCredentials?
  }

  private let name: String
  private let origin: HTTP.Origin

  /// Reads the session name from the options. The result is `nil` if the command line names no
  /// session.
  init?(_ arguments: Arguments, for url: HTTP.URL) throws(UsageError) {
    let expected = "letters, digits, - and _"
    let name = try arguments.value("session", expected: expected) { text in
      let plain = ByteSet.letters.union(.digits).union(ByteSet("-_"))
      return 1...64 ~= text.utf8.count && text.utf8.allSatisfy { plain.contains($0) } ? text : nil
    }
    guard let name else { return nil }
    (self.name, origin) = (name, url.origin)
  }

  /// Returns the path of the session file.
  private func path(_ environment: (String) -> String?) throws -> FilePath {
    func folder(_ name: String) -> String? {
      environment(name).flatMap { $0.utf8.first == 0x2f ? $0 : nil }
    }
    guard let base = folder("XDG_CONFIG_HOME") ?? folder("HOME").map({ "\($0)/.config" }) else {
      throw UsageError.noHome
    }
    // A host contains no slash. The colons of an IPv6 address are replaced, because some tools take
    // a colon for the separator after a host name.
    let host = "\(origin.host)".split(separator: ":", omittingEmptySubsequences: false)
    let place = "\(origin.scheme)-\(host.joined(separator: "_"))-\(origin.port)"
    return FilePath("\(base)/apus/sessions/\(place)/\(name).json")
  }

  /// Returns the content of the session file, or empty content if the file does not exist.
  func read(_ environment: (String) -> String?) throws -> Content {
    let path = try path(environment)
    guard Files.exists(path) else { return Content() }
    let bytes = try Files.contents(of: path, limit: Self.byteLimit)
    do {
      return try JSONCoder().decode(Content.self, from: bytes)
    } catch {
      throw UsageError.invalidSession(Console.shown(path))
    }
  }

  /// Replaces the session file with new content.
  func write(_ content: Content, _ environment: (String) -> String?) async throws {
    let path = try path(environment)
    let bytes = try JSONCoder().encode(content) + [0x0a]
    try await Task.detached {
      let access = FileAccess(on: try .shared())
      try await access.makeFolders(to: path, until: .after(.seconds(30)))
    }.value
    try await PrivateFile.write(bytes, to: path, keepsPermissions: false)
  }
}

extension NamedSession.Content {
  /// The names of header fields that belong to a single request and are not stored in the session.
  private static let passing = ["content-", "if-", "range", "authorization", "cookie", "host"]

  /// Returns the stored header fields whose names do not occur in the request itself.
  func fields(without own: HTTP.Fields) -> HTTP.Fields {
    var fields: HTTP.Fields = [:]
    for pair in headers where pair.count == 2 {
      let name = HTTP.FieldName(pair[0])
      guard !own.contains(name) else { continue }
      let value = HTTP.FieldValue(
        bytes: Array(pair[1].utf8), isSensitive: Conversation.isSecret(name))
      fields.append(name, value)
    }
    return fields
  }

  /// Stores the header fields of a request and replaces stored fields with the same names.
  mutating func store(_ own: HTTP.Fields) {
    var kept: [[String]] = []
    for field in own {
      let name = field.name.text.lowercased()
      guard !Self.passing.contains(where: { name.utf8.starts(with: $0.utf8) }),
        let value = String(validating: field.value.bytes, as: UTF8.self)
      else { continue }
      kept.append([field.name.text, value])
    }
    let names = Set(kept.map { $0[0].lowercased() })
    headers = headers.filter { $0.count == 2 && !names.contains($0[0].lowercased()) } + kept
  }
}

/// The credentials in a session file.
struct StoredCredentials: Codable {
  var user: String?
  var scheme: String?
  var isSentAtOnce: Bool
  var secret: String
}
