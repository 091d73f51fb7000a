import ApusBytes
import ApusCaching
import ApusHTTP
import FuzzSupport

/// The bytes are a stored entry, directives, and the fields of a response, one on each line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCache(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Input(start, count).bytes
  if let stored = try? Caching.Stored(parsing: bytes) {
    require(stored.bytes == bytes, "an entry is read otherwise than it is written")
    require(stored.entry.age(at: Caching.Moment(now)) ?? 0 >= 0, "a negative age")
  }
  checkDirectives(bytes)
  checkDecisions(bytes)
  return 0
}

private let now = HTTP.Date(secondsSinceEpoch: 1_793_491_200)
private let url = try? HTTP.URL("https://example.com/")
private let keying = Caching.Keying(secret: [UInt8](repeating: 1, count: 32).span)
private let names: [HTTP.FieldName] = [
  .cacheControl, .vary, .age, .date, .expires, .etag, .lastModified, .connection, .location,
]

private func checkDirectives(_ bytes: [UInt8]) {
  let fields: HTTP.Fields = [.cacheControl: HTTP.FieldValue(bytes: bytes)]
  let list = Caching.DirectiveList(fields)
  require(list.directives.count <= Caching.DirectiveList.directiveLimit, "too many directives")
  require(list.directives.allSatisfy { HTTP.Token.isToken($0.name) }, "a name that is none")
  let response = Caching.ResponseDirectives(fields)
  require(response.noStore || !list.isBroken, "a broken list is stored")
  for delta in [response.maxAge, response.sharedMaxAge, response.staleIfError] {
    let seconds = delta.seconds ?? 0
    require(seconds >= 0 && seconds <= Caching.secondsLimit, "\(seconds) s")
  }
  let request = Caching.RequestDirectives(fields)
  require(request.noStore && request.noCache || !list.isBroken, "a broken wish is lax")
}

/// Each line is a field of a response; its effects are checked.
private func checkDecisions(_ bytes: [UInt8]) {
  guard let url else { return }
  var fields = HTTP.Fields()
  for line in bytes.split(separator: 0x0a).prefix(64) {
    let name = names[Int(line.first ?? 0) % names.count]
    fields.append(name, HTTP.FieldValue(bytes: Array(line.dropFirst())))
  }
  let answer = HTTP.ResponseHead(.ok, headers: fields)
  let request = Caching.Request(.get, url, fields: [.acceptLanguage: "de"])
  let moment = Caching.Moment(now)
  let exchange = Caching.Exchange(requested: moment, received: moment)
  for isShared in [false, true] {
    var rules = Caching.Rules()
    rules.isShared = isShared
    let verdict = rules.judge(
      answer, to: request, stored: nil, isValidation: false, sent: request.fields, exchange, keying)
    guard case .store(let entry) = verdict else { continue }
    let age = entry.age(at: moment) ?? -1
    require(age >= 0 && age <= Caching.secondsLimit, "\(age) s old")
    let stored = Caching.Stored(entry, key: keying.key(of: request), id: 1)
    if let bytes = stored.bytes, fields.allSatisfy({ isPlain($0.value.bytes) }) {
      require((try? Caching.Stored(parsing: bytes)) == stored, "an entry cannot be read again")
    }
    let later = Caching.Moment(HTTP.Date(secondsSinceEpoch: now.secondsSinceEpoch + 1 << 40))
    let decision = rules.decide(request, [entry], at: later, keying)
    if case .serve(_, .fresh) = decision { require(false, "fresh for ever") }
    _ = rules.decide(request, [entry], at: moment, keying)
    _ = rules.conditions(of: entry)
  }
  let post = Caching.Request(.post, url)
  for other in Caching.Rules().invalidated(by: answer, to: post) {
    require(other.origin == url.origin, "another origin's \(other)")
  }
}

private func isPlain(_ bytes: [UInt8]) -> Bool {
  !bytes.contains { $0 == 0 || $0 == 10 || $0 == 13 }
}
