import ApusHTTP
import ApusSerialization

/// A test case about a request with the expected octets or the expected rejection.
struct SerializeCase {
  private let value: JSON.Value
  private let input: JSON.Value
  private let id: String

  init(_ value: JSON.Value, id: String) throws(CorpusError) {
    guard let input = value["input"] else { throw .missing(key: "input", id: id) }
    self.value = value
    self.input = input
    self.id = id
  }

  func run() throws -> Report.Verdict {
    let written: (head: [UInt8], body: [UInt8])
    do throws(HTTP.WriteError) {
      written = try write()
    } catch {
      return value["expect"]?.string == "reject" ? .passed : .failed("refused: \(error)")
    }
    guard value["expect"]?.string == "ok" else {
      return .failed("written: \(String(decoding: written.head, as: UTF8.self))")
    }
    return difference(written.head, written.body).map { .failed($0) } ?? .passed
  }

  private func write() throws(HTTP.WriteError) -> (head: [UInt8], body: [UInt8]) {
    guard let scheme = input["scheme"]?.string.flatMap(HTTP.Scheme.init) else {
      throw .invalidScheme
    }
    let destination = try HTTP.Destination(
      scheme: scheme, host: input["host"]?.string ?? "", port: input["port"]?.int,
      path: input["path"]?.string ?? "", query: input["query"]?.string)
    let (length, parts) = body()
    let writer = HTTP.RequestWriter(
      route(), peerVersion: input["server"]?.string == "1.0" ? .http10 : .http11)
    var head: [UInt8] = []
    var framed = try writer.writeHead(
      HTTP.Method(input["method"]?.string ?? ""), destination,
      asterisk: input["asterisk"]?.bool ?? false, fields: fields("headers"), body: length,
      trailers: fields("trailers"), to: &head)
    var body: [UInt8] = []
    for part in parts { try framed.write(part.span, to: &body) }
    try framed.finish(to: &body)
    return (head, body)
  }

  private func route() -> HTTP.Route {
    switch input["route"]?.string {
    case "http-proxy": .proxy
    case "connect": .connect
    case "tunnel-inner": .tunnel
    default: .direct
    }
  }

  private func fields(_ key: String) -> HTTP.Fields {
    HTTP.Fields(
      (input[key]?.array ?? []).map {
        (HTTP.FieldName($0[0]?.string ?? ""), HTTP.FieldValue($0[1]?.string ?? ""))
      })
  }

  private func body() -> (HTTP.BodyLength, [[UInt8]]) {
    guard let body = input["body"] else { return (.none, []) }
    switch body["type"]?.string {
    case "bytes":
      let bytes = Octets.decode(body["value"]) ?? []
      return (.known(bytes.count), [bytes])
    case "stream":
      let parts = (body["parts"]?.array ?? []).compactMap { Octets.decode($0) }
      return (body["length"]?.int.map { .known($0) } ?? .unknown, parts)
    default:
      return (.none, [])
    }
  }

  private func difference(_ head: [UInt8], _ body: [UInt8]) -> String? {
    let lines = head.split(separator: 0x0a, omittingEmptySubsequences: false).map {
      String(decoding: $0.dropLast(), as: UTF8.self)
    }
    if let line = value["requestLine"]?.string, lines.first != line {
      return "request line \"\(lines.first ?? "")\", expected \"\(line)\""
    }
    let fields = combined(head)
    for pair in Octets.pairs(value["fields"]) ?? [] {
      let name = String(decoding: pair.name, as: UTF8.self)
      guard let found = fields[name] else { return "\(name) is missing" }
      if name == "connection" {
        let options = found.split(separator: 0x2c).map { Octets.trimmed(Array($0)) }
        let wanted = pair.value.map(Octets.lowercased)
        if !options.contains(where: { $0.map(Octets.lowercased) == wanted }) {
          return "Connection lacks \(String(decoding: pair.value, as: UTF8.self))"
        }
      } else if found != pair.value {
        return "\(name) is \"\(String(decoding: found, as: UTF8.self))\""
      }
    }
    for name in (value["absent"]?.array ?? []).compactMap(\.string)
    where fields[name.lowercased()] != nil {
      return "\(name) was written"
    }
    if let wire = Octets.decode(value["wireBody"]), wire != body {
      return "body \"\(String(decoding: body, as: UTF8.self))\""
    }
    return decodedDifference(head, body)
  }

  /// Returns the field lines of each name joined as a list. The function does not use the HTTP
  /// parser of Apus.
  private func combined(_ head: [UInt8]) -> [String: [UInt8]] {
    var fields: [String: [UInt8]] = [:]
    for line in head.split(separator: 0x0a).dropFirst() {
      guard let colon = line.firstIndex(of: 0x3a) else { continue }
      let name = String(
        decoding: line[..<colon].map(Octets.lowercased), as: UTF8.self)
      let value = Octets.trimmed(Array(line[(colon + 1)...].dropLast()))
      fields[name] = fields[name].map { $0 + [0x2c, 0x20] + value } ?? value
    }
    return fields
  }

  /// Returns the difference between the decoded body and the expected content, or `nil` if they are
  /// equal.
  private func decodedDifference(_ head: [UInt8], _ body: [UInt8]) -> String? {
    guard let wanted = Octets.decode(value["decodedBody"]) else { return nil }
    var reader = HTTP.RequestReader()
    let message = head + body
    var decoded: [UInt8] = []
    var at = 0
    do throws(HTTP.ParseError) {
      while at < message.count {
        let bytes = message.span.extracting(at..<message.count)
        let (consumed, event) = try reader.read(bytes)
        if case .body(let range) = event { decoded.append(bytes.extracting(range)) }
        if case .incomplete = event, consumed == 0 { return "the body has no end" }
        at += consumed
        if case .end = event { break }
      }
    } catch {
      return "not a message: \(error)"
    }
    guard at == message.count else { return "\(message.count - at) octets after the body" }
    return decoded == wanted ? nil : "decoded body \"\(String(decoding: decoded, as: UTF8.self))\""
  }
}
