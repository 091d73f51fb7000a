import Testing

@testable import ApusSerialization

/// RFC 7303 section 3, XML 1.0 section 4.3.3 and appendix F.
struct XMLEncodingTests {
  private func text(_ trace: XMLTrace) -> String? {
    for case .text(let text) in trace.events { return text }
    return nil
  }

  private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xff)]
      return bigEndian ? bytes : bytes.reversed()
    }
  }

  /// ISO-8859-1 and windows-1252 have 0xe9 in common; 0x80 and 0xa4 distinguish three encodings.
  private let octets: [UInt8] =
    Array("<?xml version='1.0' encoding='iso-8859-1'?><a>".utf8) + [0xe9, 0xa4]
    + Array("</a>".utf8)

  @Test func `without a charset, the XML declaration determines the encoding`() {
    #expect(text(XMLTrace(octets)) == "é¤")
  }

  @Test func `the charset of Content-Type takes precedence over the XML declaration`() {
    #expect(text(XMLTrace(octets, charset: "ISO-8859-15")) == "é€")
    #expect(text(XMLTrace(octets, charset: "Windows-1252")) == "é¤")
    #expect(XMLTrace(octets, charset: "utf-8").error?.reason == .malformedUTF8)
    #expect(XMLTrace(octets, charset: "us-ascii").error?.reason == .malformedEncoding(.ascii))
  }

  @Test func `a byte order mark takes precedence over the charset and the XML declaration`() {
    let declared = "<?xml version='1.0' encoding='iso-8859-1'?><a>é€</a>"
    let marked = Array("\u{feff}\(declared)".utf8)
    #expect(text(XMLTrace(marked, charset: "iso-8859-1")) == "é€")
    for bigEndian in [true, false] {
      let bytes = utf16("\u{feff}\(declared)", bigEndian: bigEndian)
      #expect(text(XMLTrace(bytes, charset: "utf-8")) == "é€")
      #expect(XMLTrace(bytes, pieceSizes: [1]) == XMLTrace(bytes))
    }
  }

  @Test func `UTF-16 without a byte order mark is detected by charset or first bytes`() {
    for (bigEndian, label) in [(true, "UTF-16BE"), (false, "UTF-16LE")] {
      let bare = utf16("<a>é\u{1f426}</a>", bigEndian: bigEndian)
      #expect(text(XMLTrace(bare, charset: label)) == "é\u{1f426}")
      #expect(text(XMLTrace(bare, charset: "utf-16")) == "é\u{1f426}")
      #expect(XMLTrace(bare).error?.position.offset == (bigEndian ? 0 : 1))
      for name in [label, "UTF-16"] {
        let declared = "<?xml version='1.0' encoding='\(name)'?><a>é</a>"
        #expect(text(XMLTrace(utf16(declared, bigEndian: bigEndian))) == "é")
      }
    }
    let wrong = utf16("<?xml version='1.0' encoding='UTF-16LE'?><a/>", bigEndian: true)
    #expect(XMLTrace(wrong).error?.reason == .contradictoryEncoding("UTF-16LE"))
    let silent = utf16("<?xml version='1.0'?><a/>", bigEndian: true)
    #expect(XMLTrace(silent).error?.reason == .contradictoryEncoding("UTF-8"))
  }

  @Test func `the error for an unsupported XML encoding contains the encoding label`() {
    let declared = XMLTrace("<?xml version='1.0' encoding='Shift_JIS'?><a/>").error
    #expect(declared?.reason == .unsupportedEncoding("Shift_JIS"))
    #expect(XMLTrace("<a/>", charset: "koi8-r").error?.reason == .unsupportedEncoding("koi8-r"))
    #expect(XMLTrace("\u{feff}<a/>", charset: "koi8-r").error == nil)
    let wide: [UInt8] = [0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c]
    #expect(XMLTrace(wide).error?.reason == .unsupportedEncoding("UTF-32"))
    let error = XMLTrace("<?xml version='1.0' encoding='UTF-16'?><a/>").error
    #expect(error?.reason == .contradictoryEncoding("UTF-16"))
  }

  @Test func `every byte of a single-byte encoding is decoded correctly or rejected`() throws {
    func character(_ byte: UInt8, _ encoding: XML.Encoding) -> String? {
      let bytes = Array("<a>".utf8) + [byte] + Array("</a>".utf8)
      return text(XMLTrace(bytes, charset: encoding.rawValue))
    }
    for byte: UInt8 in 0xa0...0xff {
      let same = String(Unicode.Scalar(byte))
      #expect(character(byte, .latin1) == same)
      #expect(character(byte, .windows1252) == same)
      #expect(character(byte, .ascii) == nil)
    }
    let different = (UInt8(0x80)...0xff).filter { byte in
      character(byte, .latin9) != character(byte, .latin1)
    }
    #expect(different == [0xa4, 0xa6, 0xa8, 0xb4, 0xb8, 0xbc, 0xbd, 0xbe])
    #expect(different.compactMap { character($0, .latin9) }.joined() == "€ŠšŽžŒœŸ")
    let windows = (UInt8(0x80)...0x9f).compactMap { character($0, .windows1252) }.joined()
    #expect(windows == "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ")
  }

  @Test func `malformed UTF-16 at the end is rejected after the preceding events`() {
    let mark: [UInt8] = [0xfe, 0xff]
    let start = utf16("<a>x</a>", bigEndian: true)
    for tail: [UInt8] in [[0xd8, 0], [0xdc, 0], [0xd8, 0, 0, 0x41], [0]] {
      let trace = XMLTrace(mark + start + tail)
      #expect(trace.error?.reason == .malformedEncoding(.utf16BigEndian))
      #expect(trace.events.count == 3)
      #expect(XMLTrace(mark + start + tail, pieceSizes: [1]) == trace)
    }
  }

  @Test func `the parser returns the encoding and the XML declaration of a document`() throws {
    var parser = XML.PullParser()
    parser.feed([0x3c])
    #expect(parser.encoding == nil)
    parser.feed(Array("?xml version='1.1' encoding='latin1' standalone='yes'?>".utf8))
    while try parser.next() != nil {}
    #expect(parser.encoding == .latin1)
    #expect(
      parser.declaration
        == XML.Declaration(version: "1.1", encoding: "latin1", standalone: true))
  }

  @Test(arguments: [
    ("\u{feff}\u{feff}<a/>", XML.Reason.misplaced(.text), 3),
    ("<a/>\u{feff}", .misplaced(.text), 4),
    (" \u{feff}<a/>", .misplaced(.text), 1),
    ("\u{feff}<?xml version='1.0'?>\u{feff}<a/>", .misplaced(.text), 24),
  ])
  func `a byte order mark after white space, the declaration or the root is rejected`(
    text: String, reason: XML.Reason, offset: Int
  ) {
    let trace = XMLTrace(text)
    #expect(trace.error?.reason == reason)
    #expect(trace.error?.position.offset == offset)
    #expect(XMLTrace(Array(text.utf8), pieceSizes: [1]) == trace)
  }

  @Test func `a byte order mark within an XML element is returned as text`() {
    #expect(text(XMLTrace("\u{feff}<a>\u{feff}</a>")) == "\u{feff}")
    #expect(
      text(XMLTrace(utf16("<a>\u{feff}</a>", bigEndian: true), charset: "utf-16")) == "\u{feff}")
  }

  @Test func `surrogates are rejected as bytes and as XML character references`() {
    let halves: [[UInt8]] = [
      [0xed, 0xa0, 0xbd], [0xed, 0xb0, 0x80], [0xed, 0xa0, 0xbd, 0xed, 0xb0, 0x80],
    ]
    for half in halves {
      let error = XMLTrace(Array("<a>".utf8) + half + Array("</a>".utf8)).error
      #expect(error?.reason == .malformedUTF8)
      #expect(error?.position.offset == 3)
    }
    #expect(XMLTrace("<a>&#xD83D;&#xDC26;</a>").error?.reason == .illegalCharacter(0xd83d))
    #expect(XMLTrace("<a b='&#56320;'/>").error?.reason == .illegalCharacter(0xdc00))
  }

  @Test func `error positions in UTF-16 documents equal the positions in UTF-8`() {
    let text = "<a>é\u{1f426}\n <b>\n  ü</c></a>"
    let expected = XMLTrace(text).error
    #expect(expected?.position.line == 3)
    #expect(expected?.position.column == 7)
    for bigEndian in [true, false] {
      let bytes = utf16("\u{feff}" + text, bigEndian: bigEndian)
      let error = XMLTrace(bytes, pieceSizes: [3]).error
      #expect(error?.reason == expected?.reason)
      #expect(error?.position.line == 3)
      #expect(error?.position.column == 7)
    }
  }
}
