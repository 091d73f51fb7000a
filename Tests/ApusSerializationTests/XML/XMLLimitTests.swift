import Testing

@testable import ApusSerialization

/// Well-formed documents that are rejected, and the part that is read before.
struct XMLLimitTests {
  /// A limit, a document that has just as much as it allows, and one that has one more.
  private static let cases:
    [(XML.Limit, any WritableKeyPath<XML.Limits, Int> & Sendable, Int, String, String)] =
      [
        (.byteCount, \.byteCount, 7, "<a></a>", "<a> </a>"),
        (.depth, \.depth, 2, "<a><b/></a>", "<a><b><c/></b></a>"),
        (.nameByteCount, \.nameByteCount, 3, "<abc/>", "<abcd/>"),
        (.nameByteCount, \.nameByteCount, 3, "<a>&amp;</a>", "<a>&quot;</a>"),
        (.markupByteCount, \.markupByteCount, 9, "<a b=''/>", "<a b='c'/>"),
        (.markupByteCount, \.markupByteCount, 9, "<a><!--xy--></a>", "<a><!--xyz--></a>"),
        (.markupByteCount, \.markupByteCount, 9, "<a><?x yzw?></a>", "<a><?x yzwv?></a>"),
        (.markupByteCount, \.markupByteCount, 9, "<a></a     >", "<a></a      >"),
        (.attributeCount, \.attributeCount, 2, "<a b='' xmlns:c='u'/>", "<a b='' c='' d=''/>"),
        (
          .attributeValueByteCount, \.attributeValueByteCount, 5, "<a b='&lt;x'/>",
          "<a b='&lt;xy'/>"
        ),
        (.textByteCount, \.textByteCount, 5, "<a>&lt;x<b/>12345</a>", "<a>&lt;xy</a>"),
        (.textByteCount, \.textByteCount, 14, "<a><![CDATA[xy]]></a>", "<a><![CDATA[xyz]]></a>"),
        (
          .namespaceCount, \.namespaceCount, 2, "<a xmlns:b='u'><c xmlns='u'/><d xmlns='v'/></a>",
          "<a xmlns:b='u' xmlns='u'><c xmlns='v'/></a>"
        ),
        (
          .documentTypeByteCount, \.documentTypeByteCount, 12, "<!DOCTYPE a><a/>",
          "<!DOCTYPE ab><a/>"
        ),
        (
          .depth, \.depth, 2, "<!DOCTYPE a [<!ELEMENT a (b,(c))>]><a/>",
          "<!DOCTYPE a [<!ELEMENT a (((b)))>]><a/>"
        ),
      ]

  @Test(arguments: cases.indices)
  func `an XML document at each size limit is accepted, and one more is rejected`(index: Int) {
    let (limit, path, value, most, more) = Self.cases[index]
    var limits = XML.Limits()
    limits[keyPath: path] = value
    #expect(XMLTrace(most, limits: limits).error == nil, "\(most)")
    let error = XMLTrace(more, limits: limits).error
    #expect(error?.reason == .limitExceeded(limit, limit: value), "\(more)")
    #expect(XMLTrace(Array(more.utf8), pieceSizes: [1], limits: limits).error == error)
  }

  @Test func `a document type size limit of zero rejects every DOCTYPE`() {
    var limits = XML.Limits()
    limits.documentTypeByteCount = 0
    let error = XMLTrace("<!DOCTYPE a><a/>", limits: limits).error
    #expect(error?.reason == .limitExceeded(.documentTypeByteCount, limit: 0))
  }

  @Test func `an XML declaration above the size limit is rejected`() {
    let spaces = String(repeating: " ", count: 1_100)
    let error = XMLTrace("<?xml version='1.0'\(spaces) encoding='ISO-8859-1'?><a/>").error
    #expect(error?.reason == .limitExceeded(.declarationByteCount, limit: 1_024))
  }

  /// The position of an error bounds the visited bytes: later ones are not read.
  @Test(arguments: [
    ("<a>", 512 * 3), ("<a b='", 6), ("<!--", 0), ("<a", 2),
  ])
  func `the XML parser stops soon after a token exceeds its size limit`(
    unit: String, offset: Int
  ) {
    let bytes = Array(String(repeating: unit, count: 2 << 20 / unit.utf8.count).utf8)
    var parser = XML.PullParser(limits: XML.Limits())
    var fed = 0
    var error: XML.ParsingError?
    while error == nil, fed < bytes.count {
      let end = min(bytes.count, fed + 1_000)
      parser.feed(bytes.span.extracting(fed..<end))
      fed = end
      do throws(XML.ParsingError) { while try parser.next() != nil {} } catch let caught {
        error = caught
      }
    }
    #expect(error?.position.offset == offset)
    #expect(fed <= XML.Limits().markupByteCount + 2_000)
  }

  @Test func `an entity expansion bomb is rejected at its first entity reference`() {
    let entities = (1..<10).map { level in
      let references = String(repeating: "&l\(level - 1);", count: 10)
      return "<!ENTITY l\(level) \"\(references)\">"
    }.joined()
    let text = "<!DOCTYPE a [<!ENTITY l0 \"ha\">\(entities)]><a>&l9;</a>"
    let error = XMLTrace(text).error
    #expect(error?.reason == .undeclaredEntity("l9"))
    #expect(error?.position.offset == text.utf8.count - 8)
  }

  /// Each of these would take hours if a piece were looked at again for each byte that follows.
  @Test func `parsing a long XML token byte by byte takes linear time`() {
    let filling = String(repeating: "- ", count: 60_000)
    for (open, close) in [
      ("<a>", "</a>"), ("<a b='", "'/>"), ("<a><!--", "--></a>"), ("<a><![CDATA[", "]]></a>"),
      ("<a><?b ", "?></a>"), ("<a ", "/>"),
    ] {
      let filling = open == "<a " ? String(repeating: " ", count: 120_000) : filling
      let trace = XMLTrace(Array((open + filling + close).utf8), pieceSizes: [1])
      #expect(trace.isWellFormed, "\(open)")
    }
    let subset = String(repeating: " ", count: 60_000)
    #expect(XMLTrace(Array("<!DOCTYPE a [\(subset)]><a/>".utf8), pieceSizes: [1]).isWellFormed)
  }

  @Test func `20,000 XML attributes are accepted, and a duplicate among them is rejected`() {
    var limits = XML.Limits()
    limits.attributeCount = 20_000
    let attributes = (0..<20_000).map { "a\($0)=''" }
    #expect(XMLTrace("<a \(attributes.joined(separator: " "))/>", limits: limits).isWellFormed)
    let repeated = attributes.dropLast().joined(separator: " ") + " a7777=''"
    let error = XMLTrace("<a \(repeated)/>", limits: limits).error
    #expect(error?.reason == .duplicateAttribute("a7777"))
  }

  @Test func `the XML parser stores only the incomplete token of a long document`() throws {
    var parser = XML.PullParser()
    parser.feed(Array("<a>".utf8))
    let piece = Array(String(repeating: "<b>text</b>", count: 100).utf8)
    var count = 0
    for _ in 0..<200 {
      parser.feed(piece)
      while try parser.next() != nil { count += 1 }
    }
    #expect(count == 1 + 200 * 300)
    #expect(parser.waitingByteCapacity < 8 * piece.count)
    #expect(parser.position.offset == 3 + 200 * piece.count)
  }

  /// An array that reserves exactly the room of each piece is copied for each.
  @Test func `buffering XML text copies each byte a limited number of times`() {
    for charset in ["iso-8859-1", "utf-16le", "utf-8"] {
      var parser = XML.PullParser(charset: charset)
      let isWide = charset == "utf-16le"
      parser.feed(isWide ? [0x3c, 0, 0x61, 0, 0x3e, 0] : Array("<a>".utf8))
      let piece = [UInt8](repeating: 0, count: 64).indices.map { index -> UInt8 in
        isWide && index % 2 == 1 ? 0 : 0x78
      }
      var capacities: Set<Int> = []
      for _ in 0..<10_000 {
        parser.feed(piece)
        #expect(throws: Never.self) { while try parser.next() != nil {} }
        capacities.insert(parser.waitingByteCapacity)
      }
      #expect(capacities.count < 40, "\(charset)")
    }
  }
}
