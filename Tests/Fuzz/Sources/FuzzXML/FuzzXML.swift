import ApusSerialization
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzXML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let setting = input.takeByte()
  let cut = input.takeByte() + 1
  let whole = read(input.bytes, setting, pieceSize: max(1, input.bytes.count))
  require(whole == read(input.bytes, setting, pieceSize: 1), "events depend on pieces")
  require(whole == read(input.bytes, setting, pieceSize: cut), "events depend on pieces")
  checkTree(input.bytes)
  return 0
}

/// The results of the parser for some bytes.
private struct Outcome: Equatable {
  var events: [XML.Event] = []
  var names: [String] = []
  var error: XML.ParsingError?
}

private func read(_ bytes: [UInt8], _ setting: Int, pieceSize: Int) -> Outcome {
  var limits = XML.Limits()
  if setting & 0x80 != 0 {
    limits.byteCount = 300
    limits.depth = 3
    limits.nameByteCount = 6
    limits.markupByteCount = 40
    limits.attributeCount = 3
    limits.attributeValueByteCount = 12
    limits.textByteCount = 20
    limits.namespaceCount = 2
    limits.documentTypeByteCount = 80
  }
  let charsets = [nil, "utf-8", "utf-16", "utf-16le", "iso-8859-15", "windows-1252", "us-ascii"]
  let charset = setting & 0x0f < charsets.count ? charsets[setting & 0x0f] : nil
  var parser = XML.PullParser(charset: charset, limits: limits)
  var outcome = Outcome()
  var at = 0
  do throws(XML.ParsingError) {
    while at < bytes.count {
      let end = min(bytes.count, at + pieceSize)
      parser.feed(bytes.span.extracting(at..<end))
      at = end
      try take(&parser, into: &outcome)
    }
    parser.finish()
    try take(&parser, into: &outcome)
    require(outcome.events.last == .endDocument, "neither an end nor an error")
  } catch {
    require(!error.description.isEmpty, "an error without words")
    // In UTF-8, positions are those of the input bytes.
    let isAsItCame = parser.encoding == .utf8
    require(!isAsItCame || error.position.offset <= bytes.count, "a place behind the end")
    require(parser.position == error.position, "the place of an error is lost")
    outcome.error = error
  }
  return outcome
}

private func take(
  _ parser: inout XML.PullParser, into outcome: inout Outcome
) throws(XML.ParsingError) {
  while let event = try parser.next() {
    outcome.events.append(event)
    if case .startElement(let tag) = event { outcome.names.append(tag.name.qualifiedName) }
  }
}

/// A document is written as the same document.
private func checkTree(_ bytes: [UInt8]) {
  guard let document = try? XML.Document(bytes: bytes) else { return }
  let again = try? XML.Document(bytes: Array(document.description.utf8), charset: "utf-8")
  require(again == document, "a document is written as another")
}
