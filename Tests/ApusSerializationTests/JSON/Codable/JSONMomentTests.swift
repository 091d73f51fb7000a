import ApusHTTP
import Testing

@testable import ApusSerialization

/// RFC 3339 section 5.6, and the other formats of a date.
struct JSONMomentTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0, 0), ("2026-11-21T20:15:00Z", 1_795_292_100, 0),
      ("1985-04-12T23:20:50.52Z", 482_196_050, 520_000_000),
      ("1996-12-19T16:39:57-08:00", 851_042_397, 0), ("1969-12-31T23:59:59.999Z", -1, 999_000_000),
      ("2000-02-29t12:00:00.123456789123z", 951_825_600, 123_456_789),
      ("2000-01-01 00:00:00+0530", 946_665_000, 0), ("0000-01-01T00:00:00Z", -62_167_219_200, 0),
      ("9999-12-31T23:59:59Z", 253_402_300_799, 0),
    ] as [(String, Int64, Int32)])
  func `valid RFC 3339 timestamps are decoded to the correct seconds`(
    text: String, seconds: Int64, nanoseconds: Int32
  ) {
    #expect(JSON.Moment(timestamp: text) == JSON.Moment(seconds: seconds, nanoseconds: nanoseconds))
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T20:15:00", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
    "2026-11-21T24:00:00Z", "2026-11-21T20:60:00Z", "2026-11-21T20:15:00.Z", "26-11-21T20:15:00Z",
    "2026-11-21T20:15:00Z ", "2026-11-21T20:15:00+25:00", "2026-11-21T20:15:00+01:60",
    "+026-11-21T20:15:00Z", "2026-11-21T20:15:00é",
  ])
  func `an invalid RFC 3339 timestamp is rejected`(text: String) {
    #expect(JSON.Moment(timestamp: text) == nil)
  }

  @Test func `dates of the years 0 to 9999 are written and read back unchanged`() throws {
    for day in stride(from: -719_528, to: 2_932_897, by: 97) {
      let moment = JSON.Moment(seconds: Int64(day) * 86_400 + 43_210)
      let text = try #require(moment.timestamp)
      #expect(JSON.Moment(timestamp: text) == moment)
      let date = HTTP.Date(secondsSinceEpoch: moment.seconds).description
      #expect(Array(date.utf8)[5...6].elementsEqual(Array(text.utf8)[8...9]))
    }
    #expect(JSON.Moment(seconds: 253_402_300_800).timestamp == nil)
    #expect(JSON.Moment(seconds: -62_167_219_201).timestamp == nil)
    #expect(JSON.Moment(seconds: 0, nanoseconds: 1_000_000_000) == nil)
    #expect(
      JSON.Moment(seconds: 0, nanoseconds: 120_000)?.timestamp == "1970-01-01T00:00:00.000120Z")
  }

  @Test func `dates are written as timestamps, seconds or milliseconds`() throws {
    let moment = try #require(JSON.Moment(seconds: 1_795_292_100, nanoseconds: 250_000_000))
    let early = try #require(JSON.Moment(seconds: -1, nanoseconds: 999_000_000))
    var coder = JSONCoder()
    for (dates, text) in [
      (.iso8601, #"["2026-11-21T20:15:00.250Z","1969-12-31T23:59:59.999Z"]"#),
      (.secondsSince1970, "[1795292100.25,-0.001]"),
      (.millisecondsSince1970, "[1795292100250,-1]"),
      (
        .custom(
          reading: { JSON.Moment(seconds: try Int64(from: $0) == 1 ? 1_795_292_100 : -1) },
          writing: { try ($0.seconds > 0 ? 1 : 0).encode(to: $1) }), "[1,0]"
      ),
    ] as [(JSONCoder.Dates, String)] {
      coder.dates = dates
      let bytes = try coder.encode([moment, early])
      #expect(String(decoding: bytes, as: UTF8.self) == text)
      let back = try coder.decode([JSON.Moment].self, from: bytes)
      #expect(back.map(\.seconds) == [moment.seconds, early.seconds])
      if case .custom = dates { continue }
      #expect(back == [moment, early])
    }
    #expect(throws: JSON.DecodingError.self) { try coder.decode(JSON.Moment.self, from: "1e300") }
    coder.dates = .secondsSince1970
    #expect(throws: JSON.DecodingError.self) { try coder.decode(JSON.Moment.self, from: "1e300") }
    coder.dates = .millisecondsSince1970
    #expect(throws: JSON.DecodingError.self) { try coder.decode(JSON.Moment.self, from: "-1e300") }
  }

  @Test func `a custom date or byte type is encoded through a custom JSON conversion`() throws {
    struct Log: Codable, Equatable { var at: HTTP.Stamp, bytes: HTTP.Blob }
    var coder = JSONCoder()
    coder.dates = .secondsSince1970
    coder.conversions = [
      .moment(
        HTTP.Stamp.self, from: { HTTP.Stamp(seconds: $0.seconds) },
        to: { JSON.Moment(seconds: $0.seconds) }),
      .bytes(HTTP.Blob.self, from: { HTTP.Blob(bytes: $0) }, to: { $0.bytes }),
    ]
    let log = Log(at: HTTP.Stamp(seconds: 5), bytes: HTTP.Blob(bytes: [1, 2, 3]))
    let bytes = try coder.encode(log)
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"at":5,"bytes":"AQID"}"#)
    #expect(try coder.decode(Log.self, from: bytes) == log)
    #expect(try coder.decode([HTTP.Stamp].self, from: "[5]") == [log.at])
  }
}

extension HTTP {
  /// Types whose own coding is another than the strategies'.
  struct Stamp: Codable, Equatable { var seconds: Int64 }
  struct Blob: Codable, Equatable { var bytes: [UInt8] }
}
