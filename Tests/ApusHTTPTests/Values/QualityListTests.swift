import ApusHTTP
import Testing

/// RFC 9110 section 12.4.2.
@Suite struct QualityListTests {
  @Test(arguments: [
    ("", ""), ("gzip", "gzip"), ("gzip;q=1", "gzip"), ("gzip;q=1.000", "gzip"),
    ("gzip ; Q=0.5", "gzip;q=0.5"), ("a;q=0", "a;q=0"), ("a;q=0.", "a;q=0"), ("a;q=1.", "a"),
    ("a;q=0.001", "a;q=0.001"), ("a;q=0.10", "a;q=0.1"), ("a;q=0.999", "a;q=0.999"),
    ("a, ,b;q=0.2,", "a, b;q=0.2"), ("de-CH, *;q=0.1", "de-CH, *;q=0.1"),
    ("text/html;level=1;q=0.7", "text/html; level=1;q=0.7"),
    ("text/html;q=0.7;level=1", "text/html; level=1;q=0.7"),
    (#"a/b;x="p, q";q=0.3, c/d"#, #"a/b; x="p, q";q=0.3, c/d"#),
    ("a;q=0.5;q=0.50", "a;q=0.5"),
  ])
  func `a quality list is read and written in canonical form`(text: String, written: String)
    throws
  {
    let list = try HTTP.QualityList(text)
    #expect(list.description == written)
    #expect(try HTTP.QualityList(written) == list)
  }

  @Test(arguments: [
    ("a;q=2", 5), ("a;q=1.001", 9), ("a;q=0.1234", 9), ("a;q=.5", 4), ("a;q=-1", 4), ("a;q=1e0", 5),
    ("a;q=00", 5), ("a;q=\"0.5\"", 4), ("a;q=0.5x", 7), ("b,a;q=x", 6),
  ])
  func `a malformed weight is rejected with the offset of the fault`(text: String, at: Int) {
    #expect(throws: HTTP.InvalidValue.malformedWeight(at: at)) { try HTTP.QualityList(text) }
  }

  @Test(arguments: [
    ("a;q", HTTP.InvalidValue.unexpectedEnd(at: 3)), ("a;q=", .unexpectedEnd(at: 4)),
    ("a;q= 1", .unexpectedByte(0x20, at: 4)), (";q=1", .unexpectedByte(0x3b, at: 0)),
    ("a b", .unexpectedByte(0x62, at: 2)), ("a/b/c", .unexpectedByte(0x2f, at: 3)),
    ("a;q=0.5;q=0.6", .conflictingParameters(name: "q")), ("a/", .unexpectedEnd(at: 2)),
  ])
  func `a quality list with an invalid element is rejected`(text: String, error: HTTP.InvalidValue)
  {
    #expect(throws: error) { try HTTP.QualityList(text) }
  }

  @Test func `preferences are sorted by quality, and equal qualities remain in order`() throws {
    let list = try HTTP.QualityList("a;q=0.5, b, c;q=0.5, d;q=0.8, e, f;q=0")
    #expect(list.byQuality.map(\.value) == ["b", "e", "d", "a", "c", "f"])
    #expect(list.preferences.map(\.value) == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func `each quality from 0 to 1,000 thousandths is written and read back unchanged`() throws
  {
    let list = try HTTP.QualityList("a;q=0.123, b;q=0.1, c")
    #expect(list.preferences.map(\.quality.thousandths) == [123, 100, 1000])
    for thousandths in 0...1000 {
      let quality = HTTP.Quality(thousandths: thousandths)
      let again = try HTTP.QualityList("a;q=\(quality)").preferences.map(\.quality)
      #expect(again == [quality])
    }
    #expect(HTTP.Quality(thousandths: 1001) == .one)
    #expect(HTTP.Quality(thousandths: -1) == .zero)
  }

  @Test func `the element limit of a quality list applies to all field lines together`() throws {
    var list = HTTP.QualityList()
    let line = Array("a,b;q=0.5".utf8)
    let limit = HTTP.ElementList.defaultLimit
    for _ in 0..<limit / 2 { try list.append(line.span) }
    #expect(list.preferences.count == limit)
    #expect(throws: HTTP.InvalidValue.tooManyElements(limit: limit)) { try list.append(line.span) }
  }

  @Test func `a quality list can be created from an array of preferences`() throws {
    let list = HTTP.QualityList([
      try HTTP.Preference("de"), try HTTP.Preference("en", HTTP.Quality(thousandths: 900)),
    ])
    #expect(list.description == "de, en;q=0.9")
    #expect(throws: HTTP.InvalidValue.unexpectedByte(0x2c, at: 1)) { try HTTP.Preference("a,b") }
    #expect(throws: HTTP.InvalidValue.conflictingParameters(name: "q")) {
      try HTTP.Preference("a", parameters: HTTP.Parameters(["Q": "1"]))
    }
  }

  @Test func `a valid mutated quality list is written and read back unchanged`() throws {
    Mutation.changes(of: "a;q=0.5, b/c;d=e;q=1,*") { bytes in
      guard let list = try? HTTP.QualityList(bytes.span) else { return }
      #expect((try? HTTP.QualityList(list.description))?.byQuality.count == list.byQuality.count)
    }
  }
}

@Suite struct QualityListChoosingTests {
  /// The example of RFC 9110 section 12.5.1.
  @Test(arguments: [
    ("text/plain; level=1", 1000), ("text/plain", 700), ("text/html", 300), ("image/jpeg", 500),
    ("text/plain; level=2", 400), ("text/html; level=3", 300),
  ])
  func `the most specific media range determines the quality of a media type`(
    text: String, thousandths: Int
  ) throws {
    let list = try HTTP.QualityList(
      """
      text/*;q=0.3, text/plain;q=0.7, text/plain;level=1, text/plain;level=2;q=0.4, */*;q=0.5
      """)
    let quality = list.quality(of: try HTTP.MediaType(text))
    #expect(quality.thousandths == thousandths)
  }

  @Test func `a media type that matches no element of an Accept list has the quality 0`() throws {
    #expect(try HTTP.QualityList("text/*").quality(of: .json) == .zero)
    #expect(try HTTP.QualityList("text/*, junk").quality(of: .plainText) == .one)
  }

  /// RFC 9110 section 12.5.3.
  @Test(arguments: [
    ("gzip", 1000, 0, 1), ("x-gzip;q=0.5", 500, 0, 1), ("GZIP, deflate;q=0.2", 1000, 200, 1),
    ("", 0, 0, 1), ("*", 1000, 1000, 1000), ("gzip, *;q=0", 1000, 0, 0),
    ("gzip, identity;q=0", 1000, 0, 0), ("*;q=0.1, identity;q=0.5", 100, 100, 500),
    ("br", 0, 0, 1), ("*;q=0, gzip;q=0.4", 400, 0, 0),
  ])
  func `a content coding has the quality of its name or of * in the list`(
    text: String, gzip: Int, deflate: Int, identity: Int
  ) throws {
    let list = try HTTP.QualityList(text)
    #expect(list.quality(of: .gzip).thousandths == gzip)
    #expect(list.quality(of: .deflate).thousandths == deflate)
    #expect(list.quality(of: .identity).thousandths == identity)
  }

  /// RFC 9110 section 12.5.4.
  @Test(arguments: [
    ("da, en-gb;q=0.8, en;q=0.7", "da", 1000), ("da, en-gb;q=0.8, en;q=0.7", "en-GB", 800),
    ("da, en-gb;q=0.8, en;q=0.7", "en-US", 700), ("da, en-gb;q=0.8, en;q=0.7", "en", 700),
    ("da, en-gb;q=0.8, en;q=0.7", "de", 0), ("de-ch", "de", 0), ("en", "eng", 0),
    ("*;q=0.1, fr", "de", 100), ("*;q=0.1, fr", "fr-CA", 1000), ("", "de", 0),
  ])
  func `the longest matching language range determines the quality of a language`(
    text: String, tag: String, thousandths: Int
  )
    throws
  {
    #expect(try HTTP.QualityList(text).quality(ofLanguage: tag).thousandths == thousandths)
  }
}
