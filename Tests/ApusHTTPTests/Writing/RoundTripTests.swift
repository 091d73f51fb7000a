import ApusBytes
import ApusHTTP
import Testing

/// The output of the writers is read back unchanged.
struct RoundTripTests {
  /// The length of a body with those parts, in one of its possible forms.
  private func length(_ parts: [[UInt8]], _ random: inout Generated) -> HTTP.BodyLength {
    let count = parts.joined().count
    return Bool.random(using: &random) ? .unknown : .known(count)
  }

  private func write(
    _ parts: [[UInt8]], _ start: HTTP.BodyWriter, trailers: HTTP.Fields, to output: inout [UInt8]
  ) throws(HTTP.WriteError) {
    var writer = start
    for part in parts { try writer.write(part.span, to: &output) }
    try writer.finish(trailers: trailers, to: &output)
  }

  private func given(_ fields: HTTP.Fields) -> HTTP.Fields {
    var fields = fields
    for name in [HTTP.FieldName.host, .contentLength, .transferEncoding] { fields[name] = nil }
    return fields
  }

  @Test(arguments: UInt64(0)..<40)
  func `a request that was written is read back unchanged`(_ seed: UInt64) throws {
    var random = Generated(seed: seed)
    let (method, path, query, fields) = (
      random.method(), random.path(), random.query(), random.fields()
    )
    let parts = random.parts()
    let body = length(parts, &random)
    let trailers = body == .unknown ? random.fields(0...3) : [:]
    let late = body == .unknown ? random.fields(0...3) : [:]
    var output: [UInt8] = []
    let writer = try HTTP.RequestWriter().writeHead(
      method, try HTTP.Destination(scheme: .http, host: "h", path: path, query: query),
      fields: fields, body: body, trailers: trailers, to: &output)
    try write(parts, writer, trailers: late, to: &output)
    let read = Transcript.requests(output, ends: true, pieces: random.count(1...64))
    let message = try #require(read.messages.first)
    #expect(read.error == nil && read.consumed == output.count && read.messages.count == 1)
    #expect(message.head.method == method && message.framing == writer.framing)
    #expect(message.head.target.text == path + (query.map { "?\($0)" } ?? ""))
    #expect(given(message.head.fields) == fields && message.head.fields["host"] == "h")
    #expect(message.body == Array(parts.joined()) && message.persists)
    #expect(
      message.trailers == HTTP.Fields((Array(trailers) + Array(late)).map { ($0.name, $0.value) }))
  }

  @Test(arguments: UInt64(0)..<40)
  func `a response that was written is read back unchanged`(_ seed: UInt64) throws {
    var random = Generated(seed: seed &+ 1000)
    let head = HTTP.ResponseHead(
      HTTP.Status(random.count(200...999)), reason: random.reason(), fields: random.fields())
    let method = random.method()
    let isBare = [204, 304].contains(head.status.code)
    let parts = isBare ? [] : random.parts()
    let body = isBare ? HTTP.BodyLength.none : length(parts, &random)
    let trailers = body == .unknown ? random.fields(0...3) : [:]
    var output: [UInt8] = []
    let writer = try HTTP.ResponseWriter(to: method).writeHead(
      head, body: body, trailers: trailers, to: &output)
    try write(parts, writer, trailers: [:], to: &output)
    let read = Transcript.responses(output, to: [method], pieces: random.count(1...64))
    let message = try #require(read.messages.first)
    #expect(read.error == nil && read.consumed == output.count)
    #expect(message.head.status == head.status && message.head.reason == head.reason)
    #expect(given(message.head.fields) == head.fields && message.framing == writer.framing)
    #expect(message.body == Array(parts.joined()) && message.trailers == trailers)
  }

  @Test func `the response reader determines the same framing as the response writer`() throws {
    for row in ResponseWriterTests.table where row.body != .known(.max) {
      for version in [HTTP.Version.http10, .http11] {
        for persists in [true, false] {
          var output: [UInt8] = []
          var writer = try HTTP.ResponseWriter(
            to: row.method, version: version, persists: persists
          ).writeHead(HTTP.ResponseHead(row.status), body: row.body, to: &output)
          var data: [UInt8] = []
          switch writer.framing {
          case .contentLength(let count): data = Array(repeating: 0x78, count: count)
          case .chunked, .untilClose: data = [0x78, 0x79]
          case .none, .tunnel, .upgrade: break
          }
          if !data.isEmpty { try writer.write(data.span, to: &output) }
          if writer.framing != .tunnel, writer.framing != .upgrade {
            try writer.finish(to: &output)
          }
          let read = Transcript.responses(
            output, to: [row.method], upgrades: true, ending: .clean)
          guard !row.status.isInformational || row.status.code == 101 else {
            #expect(read.informational.count == 1 && read.error == .truncated(.head, at: 0))
            continue
          }
          #expect(read.messages.map(\.framing) == [writer.framing] && read.error == nil)
          #expect(read.messages.map(\.body) == [data] && read.messages[0].isWhole)
          let lasts = [.none, .chunked].contains(writer.framing) || row.body != .unknown
          let stays = writer.framing != .tunnel && writer.framing != .upgrade && lasts
          #expect(
            read.messages[0].persists == (persists && stays && writer.framing != .untilClose))
        }
      }
    }
  }
}
