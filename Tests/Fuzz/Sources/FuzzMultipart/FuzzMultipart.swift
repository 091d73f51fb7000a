import ApusSerialization
import FuzzSupport

@testable import ApusHTTP

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let cut = input.takeByte() + 1
  let whole = read(input.bytes, pieceSize: max(1, input.bytes.count))
  require(whole == read(input.bytes, pieceSize: 1), "parts depend on pieces")
  require(whole == read(input.bytes, pieceSize: cut), "parts depend on pieces")
  rewrite(input.bytes, cut)
  return 0
}

private let boundary = try? Multipart.Boundary("b")

/// The parts that a reader finds, with the pieces of each content joined; parts before an error are
/// included.
private func read(_ bytes: [UInt8], pieceSize: Int) -> [String] {
  guard let boundary else { return [] }
  var limits = Multipart.Reader.Limits()
  limits.partCount = 8
  limits.headByteCount = 128
  limits.fieldCount = 4
  limits.preambleByteCount = 64
  var reader = Multipart.Reader(boundary: boundary, isForm: bytes.count % 2 == 0, limits)
  var events: [String] = []
  var content: [UInt8] = []
  func note(_ event: String) {
    if !content.isEmpty { events.append(Hex.encode(content)) }
    content = []
    events.append(event)
  }
  func take() throws(Multipart.Failure) {
    while let event = try reader.next() {
      switch event {
      case .part(let head):
        _ = (head.mediaType, head.contentRange)
        note("\(head.name ?? "-") \(head.fileName ?? "-") \(head.fields)")
      case .content(let more):
        require(!more.isEmpty, "content without any")
        content += more
      case .partEnd: note("end")
      case .end: note("close")
      }
    }
  }
  do throws(Multipart.Failure) {
    var at = 0
    while at < bytes.count {
      let end = min(bytes.count, at + pieceSize)
      reader.append(Array(bytes[at..<end]))
      try take()
      at = end
    }
    reader.finish()
    try take()
  } catch {
    // The length of a content before an error depends on the pieces.
    content = []
    note("\(error)")
  }
  return events
}

/// Any content between any names is read as it was written.
private func rewrite(_ bytes: [UInt8], _ cut: Int) {
  guard let boundary = try? Multipart.Boundary("0123456789abcdef") else { return }
  let name = String(decoding: bytes.prefix(cut), as: UTF8.self)
  // Long content is sent without a copy, and must make the same body.
  let isLong = cut % 16 == 0 && !bytes.isEmpty
  let content = isLong ? Array(repeatElement(bytes, count: 20_000 / bytes.count).joined()) : bytes
  let multipart = Multipart(
    [.field(name, content), .bytes(name, bytes, fileName: name, .octetStream)],
    boundary: boundary)
  // Content that contains the boundary is rejected.
  guard let body = try? multipart.body(), case .known(let count) = body.length else { return }
  var parts = 0
  var contents: [[UInt8]] = []
  var reader = Multipart.Reader(boundary: boundary, isForm: true)
  let text = held(body)
  require(body.bytes == text, "bytes at hand that are not the body's")
  require(text.count == count, "a length that is not the body's")
  reader.append(text)
  reader.finish()
  do throws(Multipart.Failure) {
    while let event = try reader.next() {
      switch event {
      case .part(let head):
        parts += 1
        contents.append([])
        require(head.name != nil && head.fields.count == parts, "another part's fields")
      case .content(let more): contents[parts - 1] += more
      case .partEnd, .end: continue
      }
    }
  } catch {
    require(name.utf8.count > 15_000, "what was written is refused: \(error)")
  }
  require(contents == [content, bytes], "content did not come back")
}

/// The bytes of a body in memory.
private func held(_ body: HTTP.Body) -> [UInt8] {
  switch body.content {
  case .bytes(let bytes): bytes
  case .joined(let bodies): bodies.flatMap { held($0) }
  case .file, .sequence, .unwritten: []
  }
}
