import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 5869 section 2.3, RFC 8446 section 7.1.
@Suite struct HKDFExpanderTests {
  @Test(arguments: HashAlgorithm.allCases)
  func `an HKDF output does not depend on earlier outputs of the same key`(hash: HashAlgorithm)
    throws
  {
    let key = SecretBytes(copying: Bytes.mixed(hash.digestByteCount, 1).span)
    let context = Bytes.mixed(40, 2)
    var expander = HKDF.Expander(hash, key: key)
    for count in [0, 1, 12, hash.digestByteCount, 3 * hash.digestByteCount + 5, 17] {
      let label = "label \(count)"
      let right = try HKDF.expandLabel(
        hash, key: key, label: label, context: context.span, byteCount: count)
      let derived = expander.expandLabel(label, context: context.span, byteCount: count)
      #expect(derived.hex == right.hex)
      let expected = try HKDF.expand(hash, key: key, info: context.span, byteCount: count)
      let expanded = expander.expand(info: context.span, byteCount: count)
      #expect(expanded.hex == expected.hex)
    }
  }

  @Test func `one HKDF derivation returns at most 255 digests`() {
    let key = SecretBytes(zeros: 48)
    var expander = HKDF.Expander(.sha384, key: key)
    let limit = expander.outputLimit
    #expect(limit == 12_240)
    let nothing: [UInt8] = []
    let most = expander.expand(info: nothing.span, byteCount: limit)
    #expect(most.count == 12_240)
  }
}
