import ApusBytes
import ApusHTTP
import Testing

@testable import ApusCaching

@Suite struct StoredCodingTests {
  private func stored(steady: Int64? = 5) throws -> Caching.Stored {
    let fields: HTTP.Fields = [
      .cacheControl: "max-age=60", .vary: "A, B", .etag: "\"a\"", "X": "", "X": "y",
    ]
    let request = Given.request(.get, "/", ["A": "1", .authorization: "Bearer a"])
    let entry = try #require(
      Caching.Entry(
        HTTP.ResponseHead(203, reason: "fine", version: .http10, fields: fields), to: request,
        .init(requested: moment(0), received: moment(3, steady: steady)), .init(), Given.keying))
    return Caching.Stored(entry, key: Given.keying.key(of: request), id: 1 << 100 | 7)
  }

  @Test func `decoding an encoded cache entry returns the same entry`() throws {
    for steady in [5, nil] as [Int64?] {
      let stored = try stored(steady: steady)
      #expect(try Caching.Stored(parsing: #require(stored.bytes)) == stored)
    }
  }

  @Test func `an encoded cache entry contains neither the URL nor credentials`() throws {
    let bytes = try #require(try stored().bytes)
    for text in ["Bearer", "example.com"] {
      #expect(!bytes.indices.contains { bytes[$0...].starts(with: Array(text.utf8)) })
    }
  }

  @Test func `a truncated or extended encoding of a cache entry is rejected`() throws {
    let bytes = try #require(try stored().bytes)
    for count in bytes.indices {
      #expect(throws: DecodeError.self) { try Caching.Stored(parsing: Array(bytes.prefix(count))) }
    }
    #expect(throws: DecodeError.self) { try Caching.Stored(parsing: bytes + [0]) }
  }

  @Test func `a changed byte in an encoded cache entry is rejected or gives a new value`() throws {
    let bytes = try #require(try stored().bytes)
    var refusedCount = 0
    for index in bytes.indices {
      for change in [1, 0x80, 0xff] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        guard let read = try? Caching.Stored(parsing: changed) else {
          refusedCount += 1
          continue
        }
        #expect(read.bytes == changed)
      }
    }
    #expect(refusedCount > 50)
  }

  @Test func `an encoded header field with a line break or a zero byte is rejected`() throws {
    let stored = try stored()
    for byte in [0, 10, 13] as [UInt8] {
      var head = stored.entry.head
      head.fields["X"] = HTTP.FieldValue(bytes: [0x61, byte])
      let entry = Caching.Entry(
        head, received: moment(0), initialAge: 0, isAuthorized: false, selection: .init(parts: []))
      let bytes = Caching.Stored(entry, key: stored.key, id: 1).bytes
      #expect(throws: DecodeError.self) { try Caching.Stored(parsing: #require(bytes)) }
    }
  }

  @Test func `a cache entry above the size limit cannot be encoded`() throws {
    let stored = try stored()
    var head = stored.entry.head
    head.fields["X"] = HTTP.FieldValue(String(repeating: "a", count: Caching.Stored.byteLimit))
    let entry = Caching.Entry(
      head, received: moment(0), initialAge: 0, isAuthorized: false, selection: .init(parts: []))
    #expect(Caching.Stored(entry, key: stored.key, id: 1).bytes == nil)
  }
}
