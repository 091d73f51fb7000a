import ApusBytes
import ApusHTTP

/// What goes over the wire besides content, as `--verbose` tells it: without secrets.
struct Conversation {
  private let request: HTTP.Request
  private let url: HTTP.URL
  private let handshakes: Handshakes
  private let decodes: Bool

  init(_ request: HTTP.Request, _ url: HTTP.URL, _ handshakes: Handshakes, decodes: Bool) {
    (self.request, self.url) = (request, url)
    (self.handshakes, self.decodes) = (handshakes, decodes)
  }

  /// Fields that hold what lets others pass for somebody.
  private static let secrets: [HTTP.FieldName] = [
    .authorization, .proxyAuthorization, .cookie, .setCookie, "X-Api-Key", "X-Auth-Token",
  ]

  /// Whether the values of a field are never shown.
  static func isSecret(_ name: HTTP.FieldName) -> Bool { secrets.contains(name) }

  /// Tells which connections were made, what was sent over the last, and what was received.
  func tell(_ head: HTTP.ResponseHead?, _ console: inout Console) {
    handshakes.tell(&console)
    if url.scheme == .http || handshakes.count > 0 { tellRequest(&console) }
    guard let head else { return }
    for line in Self.wire(of: head).split(separator: 0x0a) {
      console.note("< " + Self.shown(line))
    }
  }

  /// Tells what is sent: the bytes of the writer, line by line.
  private func tellRequest(_ console: inout Console) {
    var fields = request.headers
    if decodes, !fields.contains(.acceptEncoding), !fields.contains(.range) {
      fields.append(.acceptEncoding, "gzip, deflate")
    }
    var wire: [UInt8] = []
    // What the writer refuses is an error of the request, which is told when it is sent.
    _ = try? HTTP.RequestWriter().writeHead(
      request.method, HTTP.Destination(url), fields: fields, body: request.body.length ?? .none,
      to: &wire)
    for line in wire.split(separator: 0x0a) where line.count > 1 {
      console.note("> " + Self.shown(line.last == 0x0d ? line.dropLast() : line))
    }
  }

  /// A line with what a terminal might obey escaped, and a placeholder for a secret.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    guard let colon = line.firstIndex(of: 0x3a),
      isSecret(HTTP.FieldName(String(decoding: line[..<colon], as: UTF8.self)))
    else { return Redaction.queries(in: ForeignText.escaped(line, limit: line.count)) }
    return ForeignText.escaped(line[...colon]) + " <sensitive>"
  }

  /// A head as it was received, with line feeds for line ends.
  static func wire(of head: HTTP.ResponseHead) -> [UInt8] {
    var bytes = Array("HTTP/\(head.version) \(head.status) ".utf8) + head.reasonBytes + [0x0a]
    for field in head.fields {
      bytes += Array("\(field.name.text): ".utf8) + field.value.bytes + [0x0a]
    }
    return bytes
  }
}
