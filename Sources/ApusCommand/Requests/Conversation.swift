import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// A printer for the HTTP messages of a request, without their content and without secrets.
///
/// With the option `--verbose` the tool prints each request head when it is sent. It prints each
/// response head in the received form, with the content coding that is removed. On a terminal the
/// tool also shows the progress of an upload.
final class Conversation: Sendable {
  private struct State {
    var received: HTTP.ResponseHead?
    var line = TransferLine()
    var hasSentCredentials = false
  }

  private let handshakes: Handshakes
  private let errors: ErrorOutput
  private let isVerbose: Bool
  private let showsProgress: Bool
  private let columnCount: Int
  private let painted: PaintedHead
  private let state = Lock(State())

  init(
    _ handshakes: Handshakes, _ console: Console, isVerbose: Bool,
    colour: InspectCommand.Colour = .auto
  ) {
    self.handshakes = handshakes
    self.isVerbose = isVerbose
    painted = PaintedHead(
      paint: Paint(
        isColoured: colour == .always || colour == .auto && console.showsColourOfErrors))
    errors = console.errors
    showsProgress = console.showsProgress
    columnCount = console.columnCount
  }

  /// The head of the final response as the server sent it.
  var received: HTTP.ResponseHead? { state.withLock(\.received) }

  /// A Boolean value that indicates whether a rejected request contained credentials.
  var hasSentCredentials: Bool { state.withLock(\.hasSentCredentials) }

  /// Records an event of an HTTP message, and prints the event with the option `--verbose`.
  func note(_ event: WireEvent) {
    switch event {
    case .sending(let head):
      tellHandshakes()
      let hasCredentials = head.split(separator: 0x0a).contains { line in
        ASCII.equalsIgnoringCase(Array(line.prefix(14)).span, "authorization:")
      }
      if hasCredentials { state.withLock { $0.hasSentCredentials = true } }
      tell(head, behind: ">")
    case .uploading(let progress):
      guard showsProgress else { return }
      let text = state.withLock { $0.line.text(progress.completed, of: progress.total) }
      if let text { errors.showProgress("sent \(text)", columnCount: columnCount) }
    case .informational(let head):
      tell(Self.wire(of: head), behind: "<")
    case .head(let head):
      state.withLock { $0.received = head }
      errors.endProgress()
      tell(Self.wire(of: head), behind: "<")
    }
  }

  /// Prints the TLS parameters of the connections that were established since the previous call.
  func tellHandshakes() {
    if isVerbose { handshakes.tell(errors) }
  }

  /// Prints a message head line by line, with a mark in front of each line.
  private func tell(_ head: [UInt8], behind mark: String) {
    guard isVerbose else { return }
    for (index, line) in head.split(separator: 0x0a).enumerated() where line != [0x0d] {
      let shown = Self.shown(line.last == 0x0d ? line.dropLast() : line)
      errors.note("\(mark) " + painted.line(shown, isFirst: index == 0))
    }
  }

  /// Returns a header line with escaped control characters and with a placeholder for a secret.
  static func shown(_ line: ArraySlice<UInt8>) -> String {
    guard let colon = line.firstIndex(of: 0x3a),
      isSecret(HTTP.FieldName(String(decoding: line[..<colon], as: UTF8.self)))
    else { return Redaction.queries(in: ForeignText.escaped(line, limit: nil)) }
    return ForeignText.escaped(line[...colon]) + " <sensitive>"
  }

  /// Returns a response head in the received form, with line feeds as line ends.
  static func wire(of head: HTTP.ResponseHead) -> [UInt8] {
    var bytes = Array("HTTP/\(head.version) \(head.status) ".utf8) + head.reasonBytes + [0x0a]
    for field in head.fields {
      bytes += Array("\(field.name.text): ".utf8) + field.value.bytes + [0x0a]
    }
    return bytes
  }

  /// The header fields whose values would allow an attacker to impersonate the user.
  private static let secrets: [HTTP.FieldName] = [
    .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "X-Auth-Token",
    "X-Amz-Security-Token", "X-Csrf-Token", "X-Goog-Api-Key", "X-Vault-Token", "Private-Token",
    "Ocp-Apim-Subscription-Key",
  ]

  /// Returns whether the tool always hides the values of a header field.
  static func isSecret(_ name: HTTP.FieldName) -> Bool { secrets.contains(name) }
}
