import ApusNet
import ApusTLS
import ApusX509

/// The task of the client, from the words of its command.
struct Errand: Sendable {
  /// The behaviour of the server.
  enum Way: String {
    /// The server echoes all bytes.
    case echo
    /// The server echoes each line in reverse.
    case lines
    /// The server accepts a `POST` of the bytes, and responds to a `GET` with as many.
    case http
    /// The server sends lines of its own; the last one is `done`.
    case told
    /// The server is killed after it has echoed a few bytes.
    case cut
    /// The server is killed after it has responded to a `GET`, and waits for another.
    case served
  }

  let port: UInt16
  let way: Way
  let roots: X509.Anchors
  private(set) var configuration = TLS.ClientConfiguration()
  private(set) var identity: TLS.Identity?
  /// The number of bytes in each direction.
  private(set) var byteCount = 10_000_000
  /// The number of connections; each one offers the session of the previous one.
  private(set) var visits = 1
  /// A Boolean value that indicates whether new keys are requested halfway.
  private(set) var updatesKeys = false
  /// The expected facts of the first connection, and of the others.
  private var expected: [String] = []
  private var expectedAgain = "full"

  init(_ words: [String]) throws {
    guard words.count >= 3, words.count % 2 == 1, let port = UInt16(words[0]),
      let way = Way(rawValue: words[1])
    else {
      throw Interop.Failure.usage(
        "PORT echo|lines|http|told|cut|served ROOTS [option value ...]")
    }
    self.port = port
    self.way = way
    roots = X509.Anchors(X509.Bundle(try Files.contents(of: words[2])).certificates().0)
    for index in stride(from: 3, to: words.count, by: 2) { try set(words[index], words[index + 1]) }
  }

  private mutating func set(_ option: String, _ value: String) throws {
    switch option {
    case "version": configuration.versions = [value == "1.2" ? .tls12 : .tls13]
    case "group":
      guard let group = TLS.NamedGroup.allCases.first(where: { "\($0)" == value }) else {
        throw Interop.Failure.usage(value)
      }
      configuration.groups = [group]
    case "identity":
      let text = try Files.contents(of: value)
      let identity = try TLS.Identity(pemChain: text.span, pemKey: text.span)
      configuration.identities = [identity]
      self.identity = identity
    case "protocol": configuration.applicationProtocols.append(Array(value.utf8))
    case "bytes": byteCount = Int(value) ?? 0
    case "visits": visits = Int(value) ?? 1
    case "keys": updatesKeys = value == "updated"
    case "again": expectedAgain = value
    case "expect": expected.append(value)
    default: throw Interop.Failure.usage(option)
    }
  }

  /// Requires that a connection has the expected facts.
  func check(_ facts: TLS.HandshakeFacts, isFirst: Bool) throws {
    var found = [
      "\(facts.suite)", facts.group.map { "\($0)" } ?? "no group",
      facts.isResumed ? "resumed" : "full", facts.isRetried ? "retried" : "at once",
    ]
    if let name = facts.applicationProtocol { found.append(String(decoding: name, as: UTF8.self)) }
    if case .signed = facts.clientAuthentication { found.append("signed") }
    if let scheme = facts.serverScheme { found.append("by \(scheme)") }
    print("\(facts.version)", found.joined(separator: ", "))
    for word in isFirst ? expected : [expectedAgain] where !found.contains(word) {
      throw Interop.Failure.unexpected("not \(word)")
    }
  }
}
