import ApusBytes
import ApusHTTP

/// The description at the beginning of each response content. The rest follows from it.
struct Tag: CustomStringConvertible {
  var origin: String
  var path: String
  var version = 1
  var identity = "-"
  var language = "-"
  /// The virtual time of the response, in milliseconds.
  var time = 0
  var count = 0

  init(_ origin: String, _ path: String) {
    self.origin = origin
    self.path = path
  }

  /// Reads the description at the beginning of received content.
  init?(_ content: [UInt8]) {
    let text = String(decoding: content.prefix(400), as: UTF8.self)
    let parts = text.split(separator: "|", maxSplits: 7, omittingEmptySubsequences: false)
    guard parts.count == 8, let version = Int(parts[2]), let time = Int(parts[5]),
      let count = Int(parts[6])
    else { return nil }
    self.init("\(parts[0])", "\(parts[1])")
    (self.version, self.time, self.count) = (version, time, count)
    (identity, language) = ("\(parts[3])", "\(parts[4])")
  }

  var description: String {
    "\(origin)|\(path)|\(version)|\(identity)|\(language)|\(time)|\(count)|"
  }

  /// The whole content.
  var content: [UInt8] {
    let head = Array(description.utf8)
    let mark = UInt8(truncatingIfNeeded: head.count &+ count &+ version &+ path.utf8.count)
    return head + (0..<count).map { UInt8(truncatingIfNeeded: $0) &* 31 &+ mark }
  }
}

/// The content of uploads.
enum Content {
  static func upload(_ id: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ id) }
  }
}

/// Secrets that contain the name of their server, and sometimes the number of their session.
enum Secret {
  /// Creates a secret of a user or of a session: `KIND.SESSION.HOST.SCHEME`.
  static func make(_ kind: String, _ session: Int?, _ origin: String) -> String {
    let isSecure = origin.utf8.starts(with: "https".utf8)
    let host = origin.split(separator: "/").last ?? ""
    return "\(kind)_\(session.map(String.init) ?? "x")_\(host)_\(isSecure ? "s" : "p")"
  }

  /// The credential of the user of a call, as the server receives it.
  static func ofUser(_ call: Call, _ plan: Plan) -> String? {
    guard call.user > 0 else { return nil }
    return "Bearer " + make("u\(call.user)", nil, plan.origins[call.origin % plan.origins.count])
  }

  /// Returns a credential with its user in readable form.
  static func clear(_ text: String) -> String {
    guard text.utf8.starts(with: "Basic ".utf8),
      let bytes = try? Base64.decode(String(text.utf8.dropFirst(6)) ?? "")
    else { return text }
    return String(decoding: bytes, as: UTF8.self).replacing(":", with: " ")
  }

  /// The secret in the fragments of redirects.
  static let fragment = "f_x_fragment_p"

  /// Returns whether a text contains a secret in readable form.
  static func isContained(in text: [UInt8]) -> Bool {
    text.indices.dropFirst(2).contains { end in
      // Each secret has an underscore, the number of a session or an x, and an underscore.
      guard text[end] == 0x5f, text[end - 2] == 0x5f else { return false }
      return "01x".utf8.contains(text[end - 1])
    }
  }

  static func isUser(_ identity: String) -> Bool { identity.utf8.starts(with: "Bearer u".utf8) }

  /// Returns the server and the session of a secret; nil for a text without a secret.
  static func owner(of text: String) -> (host: String, isSecure: Bool, session: Int?)? {
    let word = text.split(whereSeparator: { " \",=".utf8.contains($0.utf8.first ?? 0) }).first {
      $0.utf8.filter { $0 == 0x5f }.count == 3
    }
    let parts = (word ?? "").split(separator: "_")
    guard parts.count == 4 else { return nil }
    return ("\(parts[2])", parts[3] == "s", Int(parts[1]))
  }
}

/// The targets of calls.
enum Targets {
  /// The path of a call's first request.
  static func path(of call: Call) -> String {
    switch call.kind {
    case .cache: "/cache/\(call.detail)"
    case .file: "/file/\(call.detail)"
    case .image: "/image/\(call.detail)"
    case .folder: "/folder/\(call.id)/\(call.count)/\(call.detail)/call-\(call.id)"
    default: "/\(call.kind.rawValue)/\(call.id)/\(call.count)/\(call.detail)"
    }
  }

  /// The path to which the server redirects the download of a call into a folder.
  static func away(_ id: Int, _ count: Int) -> String { "/away/\(id)/\(count)/authorized_keys" }

  /// The name of the file that a call downloads into a folder; nil if the server's name is unsafe.
  static func fileName(of call: Call) -> String? {
    switch call.detail {
    case 2: "report \(call.id).txt"
    case 3: "inside"
    case 4: nil
    default: "call-\(call.id)"
    }
  }

  static func origin(of call: Call, _ plan: Plan) -> String {
    plan.origins[call.origin % plan.origins.count]
  }

  /// Returns the target of a redirect that a number of further redirects follows.
  static func hop(_ id: Int, _ count: Int, _ left: Int, _ plan: Plan) -> (
    origin: String, path: String
  ) {
    let origin = plan.origins[(id &* 7 &+ left &* 3) % plan.origins.count]
    return (origin, "/hop/\(id)/\(count)/\(left)")
  }

  /// The origin and the path of the final response of a call.
  static func final(of call: Call, _ plan: Plan) -> (origin: String, path: String) {
    if call.kind == .hop { return hop(call.id, call.count, 0, plan) }
    if call.kind == .folder, call.detail == 1 {
      return (origin(of: call, plan), away(call.id, call.count))
    }
    return (origin(of: call, plan), path(of: call))
  }
}
