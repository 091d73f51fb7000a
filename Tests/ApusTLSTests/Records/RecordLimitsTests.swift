import Testing

@testable import ApusTLS

/// RFC 8449 section 4.
@Suite struct RecordLimitsTests {
  @Test func `a record size limit includes the content type only in TLS 1.3`() throws {
    for (limit, tls13, tls12) in [
      (64, 63, 64), (65, 64, 65), (16_384, 16_383, 16_384), (16_385, 16_384, 16_384),
      (65_535, 16_384, 16_384),
    ] as [(UInt16, Int, Int)] {
      #expect(try RecordLimits.plaintext(forRecordSizeLimit: limit, .tls13) == tls13)
      #expect(try RecordLimits.plaintext(forRecordSizeLimit: limit, .tls12) == tls12)
    }
  }

  @Test func `a record size limit below 64 bytes is rejected`() {
    for version in TLS.Version.allCases {
      for limit: UInt16 in [0, 63] {
        #expect(throws: TLSError.recordSizeLimitTooSmall(limit)) {
          try RecordLimits.plaintext(forRecordSizeLimit: limit, version)
        }
      }
    }
    #expect(TLSError.recordSizeLimitTooSmall(63).alert == .illegalParameter)
  }
}
