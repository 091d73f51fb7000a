import ApusBytes
import ApusHTTP
import ApusSerialization

/// The origin server of a cache test case, which responds to each request according to the current
/// step.
struct CacheOrigin {
  /// The reaction of the origin server to a request.
  enum Answer {
    case disconnected
    case response(HTTP.ResponseHead, body: [UInt8], seconds: Int64)
  }

  let token: String
  private(set) var requestCount = 0
  /// The requests that reached the origin server in the current step of the cache case.
  var seen: [(method: HTTP.Method, fields: HTTP.Fields)] = []
  private let base: HTTP.Date

  init(token: String, base: HTTP.Date) {
    self.token = token
    self.base = base
  }

  /// Returns the reaction of the origin server to a request.
  mutating func answer(
    _ method: HTTP.Method, _ url: HTTP.URL, _ fields: HTTP.Fields, step: Int,
    of steps: [JSON.Value],
    now: HTTP.Date
  ) throws(CorpusError) -> Answer {
    requestCount += 1
    seen.append((method, fields))
    let origin = steps[step]["origin"] ?? .object([:])
    if origin["disconnect"]?.bool == true { return .disconnected }
    var status = origin["status"]?[0]?.int ?? 200
    var reason = origin["status"]?[1]?.string
    if origin["revalidation"]?.bool == true {
      let before = step > 0 ? steps[step - 1]["origin"]?["headers"] : nil
      (status, reason) = (304, nil)
      if !Self.revalidates(fields, before) { (status, reason) = (999, "not revalidated") }
    }
    var head = HTTP.ResponseHead(HTTP.Status(status), reason: reason)
    let url = String(url.requestTarget)
    for header in origin["headers"]?.array ?? [] {
      guard let name = header["name"]?.string, let value = header["value"] else { continue }
      let text = try CacheCase.text(of: value, now: now, url: url)
      head.fields.append(HTTP.FieldName(name), HTTP.FieldValue(text))
    }
    if !head.fields.contains(.date) { head.fields[.date] = HTTP.FieldValue(now.description) }
    if !head.fields.contains(.contentType) { head.fields[.contentType] = "text/plain" }
    head.fields["Server-Now"] = HTTP.FieldValue("\(now.secondsSinceEpoch * 1_000)")
    head.fields["Server-Base-Url"] = HTTP.FieldValue(url)
    head.fields["Server-Request-Count"] = HTTP.FieldValue("\(requestCount)")
    head.fields["Client-Request-Count"] = HTTP.FieldValue("\(step + 1)")
    let isEmpty = method == .head || status == 204 || status == 304
    let body = isEmpty ? "" : origin["body"]?["text"]?.string ?? token
    let seconds = Int64(origin["pause_before_response_s"]?.int ?? 0)
    return .response(head, body: Array(body.utf8), seconds: seconds)
  }

  /// Returns whether a request contains the validators of the response in the previous step.
  private static func revalidates(_ fields: HTTP.Fields, _ before: JSON.Value?) -> Bool {
    for header in before?.array ?? [] {
      let name = HTTP.FieldName(header["name"]?.string ?? "")
      let condition: HTTP.FieldName? =
        switch name {
        case .etag: .ifNoneMatch
        case .lastModified: .ifModifiedSince
        default: nil
        }
      guard let condition, let value = header["value"]?.string else { continue }
      if fields[condition]?.text == value { return true }
    }
    return false
  }
}
