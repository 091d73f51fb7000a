import ApusHTTP
import ApusSerialization

/// A request or response message in the form of the test corpus.
struct Message: Equatable {
  var startLine: [String]
  var reason: [UInt8] = []
  var headers: [Pair]
  var framing: String
  /// A Boolean value that indicates whether the connection persists after the message. The value is
  /// `nil` for an interim response.
  var persists: Bool?
  var body: [UInt8] = []
  var trailers: [Pair] = []

  /// The message without the properties that are known only at the end of the message.
  var head: Message {
    var head = self
    head.body = []
    head.trailers = []
    return head
  }

  init?(_ value: JSON.Value) {
    guard let version = value["version"]?.string, let headers = Octets.pairs(value["headers"])
    else { return nil }
    if let status = value["status"]?.int {
      startLine = [version, "\(status)", value["interim"]?.bool == true ? "interim" : "final"]
      reason = Octets.trimmed(Octets.decode(value["reason"]) ?? [])
    } else {
      guard let method = value["method"]?.string, let target = Octets.decode(value["target"])
      else { return nil }
      startLine = [
        version, method, String(decoding: target, as: UTF8.self),
        value["targetForm"]?.string ?? "",
      ]
    }
    self.headers = headers
    framing = value["framing"]?.string ?? ""
    persists = value["keepAlive"]?.bool
    body = Octets.decode(value["body"]) ?? []
    trailers = Octets.pairs(value["trailers"]) ?? []
  }

  init(_ head: HTTP.ResponseHead, _ framing: HTTP.BodyFraming, persists: Bool?) {
    startLine = [
      head.version.description, head.status.description, persists == nil ? "interim" : "final",
    ]
    reason = Octets.trimmed(Array(head.reasonBytes))
    headers = Message.pairs(head.fields)
    self.framing = Message.name(framing)
    self.persists = persists
  }

  init(_ head: HTTP.RequestHead, _ framing: HTTP.BodyFraming, persists: Bool) {
    startLine = [
      head.version.description, head.method.name, head.target.text, head.target.form.rawValue,
    ]
    headers = Message.pairs(head.fields)
    self.framing = Message.name(framing)
    self.persists = persists
  }

  static func pairs(_ fields: HTTP.Fields) -> [Pair] {
    fields.map {
      Pair(name: Array($0.name.text.utf8).map(Octets.lowercased), value: $0.value.bytes)
    }
  }

  private static func name(_ framing: HTTP.BodyFraming) -> String {
    switch framing {
    case .none: "none"
    case .contentLength: "content-length"
    case .chunked: "chunked"
    case .untilClose: "close"
    case .tunnel: "tunnel"
    case .upgrade: "upgrade"
    }
  }
}
