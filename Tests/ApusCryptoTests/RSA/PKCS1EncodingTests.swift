import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 8017 section 9.2, with the prefixes of its notes.
@Suite struct PKCS1EncodingTests {
  @Test(arguments: [
    (HashAlgorithm.sha256, "3031300d060960864801650304020105000420"),
    (.sha384, "3041300d060960864801650304020205000430"),
    (.sha512, "3051300d060960864801650304020305000440"),
  ]) func `a PKCS 1 encoding ends with the DigestInfo prefix and the digest`(
    hash: HashAlgorithm, prefix: String
  ) {
    let digest = Bytes.mixed(hash.digestByteCount, 1)
    for count in [128, 129, 256] {
      let encoded = PKCS1Encoding.encode(digest.span, hash, byteCount: count)
      let end = [0] + Bytes.hex(prefix) + digest
      let padding = [UInt8](repeating: 0xff, count: count - 2 - end.count)
      #expect(encoded == [0, 1] + padding + end)
    }
  }
}
