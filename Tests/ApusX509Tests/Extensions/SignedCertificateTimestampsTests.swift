import ApusX509
import Testing

/// The promises of logs. RFC 6962 section 3.3.
@Suite struct SignedCertificateTimestampsTests {
  private static let timestamp: [UInt8] =
    [0] + Array(1...32) + [0, 0, 1, 0x7f, 0, 0, 0, 1] + [0, 1, 5] + [4, 3, 0, 3, 7, 8, 9]

  private static func list(_ timestamps: [[UInt8]]) -> [UInt8] {
    let body = timestamps.flatMap { [UInt8($0.count >> 8), UInt8($0.count & 0xff)] + $0 }
    return [UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
  }

  private static func refusal(_ list: [UInt8]) throws -> X509Error? {
    try X509.SignedCertificateTimestamps.refusal(Hex.encode(tlv(4, list)))
  }

  @Test func `each written field of a certificate timestamp is read back unchanged`() throws {
    let list = Self.list([Self.timestamp, Self.timestamp])
    let value = try X509.SignedCertificateTimestamps(list: list.span)
    let first = try #require(value.timestamps.first)
    #expect(value.timestamps.count == 2)
    #expect(first.logID == Array(1...32))
    #expect(first.milliseconds == 0x17f_0000_0001)
    #expect(first.extensions == [5])
    #expect(first.hashAlgorithm == 4 && first.signatureAlgorithm == 3)
    #expect(first.signature == [7, 8, 9])
    #expect(first.bytes == Self.timestamp)
    #expect(value.list == list)
    #expect(value.der == tlv(4, list))
  }

  @Test func `truncated timestamps and timestamps with trailing bytes are rejected`() throws {
    let list = Self.list([Self.timestamp])
    for count in 0..<list.count { #expect(try Self.refusal(Array(list[..<count])) != nil) }
    #expect(try Self.refusal(list + [0]) != nil)
    for count in 0..<Self.timestamp.count {
      let short = Self.list([Array(Self.timestamp[..<count])])
      #expect(try Self.refusal(short) != nil)
    }
    #expect(try Self.refusal(Self.list([Self.timestamp + [0]])) != nil)
    #expect(try Self.refusal(Self.list([])) != nil)
  }

  @Test func `a certificate timestamp of an undefined version is rejected`() throws {
    #expect(try Self.refusal(Self.list([[1] + Self.timestamp.dropFirst()])) != nil)
  }

  @Test func `a list of too many certificate timestamps is rejected`() throws {
    let limit = X509.SignedCertificateTimestamps.limit
    let most = [[UInt8]](repeating: Self.timestamp, count: limit)
    let list = Self.list(most)
    #expect(try X509.SignedCertificateTimestamps(list: list.span).timestamps.count == limit)
    #expect(try Self.refusal(Self.list(most + [Self.timestamp])) != nil)
    let one = try X509.SignedCertificateTimestamp(Self.timestamp.span)
    #expect(throws: X509Error.self) {
      try X509.SignedCertificateTimestamps(
        [X509.SignedCertificateTimestamp](repeating: one, count: limit + 1))
    }
    #expect(throws: X509Error.forbidden(.notEmpty)) { try X509.SignedCertificateTimestamps([]) }
  }

  @Test func `a timestamp list that exceeds its length field is rejected`() throws {
    let big =
      [0] + Array(1...32) + [UInt8](repeating: 0, count: 10) + [4, 3, 0xff, 0x00]
      + [UInt8](repeating: 1, count: 0xff00)
    let one = try X509.SignedCertificateTimestamp((big as [UInt8]).span)
    #expect(try X509.SignedCertificateTimestamps([one]).timestamps.count == 1)
    #expect(throws: X509Error.forbidden(.timestampListLengths)) {
      try X509.SignedCertificateTimestamps([one, one])
    }
  }
}
