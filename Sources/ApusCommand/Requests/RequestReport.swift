import ApusBytes
import ApusHTTP
import ApusSerialization
import ApusSession
import ApusTLS

/// A JSON report about a request and its response, without secrets.
struct RequestReport {
  let request: HTTP.Request
  let response: HTTP.ResponseHead?
  let timelines: [HTTPSession.Timeline]
  let handshake: HTTPSession.SecuredConnection?
  let status: ExitStatus

  /// The text of the JSON report in one line.
  var text: String {
    var object: [(String, JSON.Value)] = [
      ("method", .string(request.method.name)),
      ("url", .string(Redaction.queries(in: ForeignText.escaped(request.target.text.utf8)))),
      ("exit", JSON.Value(status.rawValue)),
    ]
    if let response {
      object.append(("status", JSON.Value(response.status.code)))
      object.append(("version", .string("HTTP/\(response.version)")))
      object.append(("headers", .array(response.fields.map(Self.field))))
    }
    if let handshake { object.append(("tls", Self.tls(handshake))) }
    object.append(("calls", .array(timelines.map(Self.call))))
    let document = JSON.Value.object(JSON.Object(object))
    return (try? document.text()) ?? "{}"
  }

  /// Returns a header field as a JSON array of its name and its value.
  private static func field(_ field: HTTP.Field) -> JSON.Value {
    let value =
      Conversation.isSecret(field.name)
      ? Redaction.placeholder
      : Redaction.queries(in: ForeignText.escaped(field.value.bytes, limit: nil))
    return .array([.string(field.name.text), .string(value)])
  }

  private static func tls(_ connection: HTTPSession.SecuredConnection) -> JSON.Value {
    let facts = connection.facts
    var object: [(String, JSON.Value)] = [
      ("address", .string("\(connection.address)")), ("version", .string(facts.version.name)),
      ("suite", .string(facts.suite.name)), ("resumed", .bool(facts.isResumed)),
    ]
    if let group = facts.group { object.append(("group", .string(group.name))) }
    if let path = facts.chain.path {
      object.append(("certificates", .array(path.certificates.map { .string("\($0)") })))
      object.append(("anchor", .string("\(path.anchor)")))
    }
    return .object(JSON.Object(object))
  }

  private static func call(_ timeline: HTTPSession.Timeline) -> JSON.Value {
    let redirects = timeline.redirects.map { redirect in
      JSON.Value.object([
        "status": JSON.Value(redirect.status.code),
        "from": .string(Redaction.queries(in: "\(redirect.source)")),
        "to": .string(Redaction.queries(in: "\(redirect.destination)")),
      ])
    }
    return .object(
      JSON.Object([
        ("beganAt", JSON.Value(timeline.wallMilliseconds)),
        ("milliseconds", milliseconds(timeline.duration)),
        ("sentBytes", JSON.Value(timeline.sentByteCount)),
        ("receivedBytes", JSON.Value(timeline.receivedByteCount)),
        ("challenges", JSON.Value(timeline.challengeCount)),
        ("retries", JSON.Value(timeline.retryCount)), ("redirects", .array(redirects)),
        ("attempts", .array(timeline.attempts.map(attempt))),
      ]))
  }

  private static func attempt(_ attempt: HTTPSession.Timeline.Attempt) -> JSON.Value {
    var object: [(String, JSON.Value)] = [
      ("number", JSON.Value(attempt.number)), ("reused", .bool(attempt.isReused)),
    ]
    if let status = attempt.status { object.append(("status", JSON.Value(status.code))) }
    if let dial = attempt.dial { object.append(("address", .string(dial.address))) }
    let dial = attempt.dial
    let times: [(String, Duration?)] = [
      ("lookUp", dial?.lookUp), ("connect", dial?.connect), ("proxy", dial?.tunnel),
      ("tls", dial?.tls), ("sendingAt", attempt.sending), ("sentAt", attempt.sent),
      ("firstByteAt", attempt.firstByte), ("headAt", attempt.head),
    ]
    for case (let name, let time?) in times { object.append((name, milliseconds(time))) }
    return .object(JSON.Object(object))
  }

  /// Returns a duration as a number of milliseconds.
  private static func milliseconds(_ time: Duration) -> JSON.Value {
    JSON.Value(Double(time.microseconds) / 1000) ?? .null
  }
}
