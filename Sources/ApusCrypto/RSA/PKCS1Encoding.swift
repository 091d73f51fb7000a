/// The encoding of a digest for RSASSA-PKCS1-v1_5.
///
///     EM = 00 01 PS 00 T              ; PS is ff, eight times or more
///     T  = DigestInfo ::= SEQUENCE {
///       digestAlgorithm SEQUENCE { OBJECT IDENTIFIER, NULL },
///       digest          OCTET STRING
///     }
///
/// No one reads it: a signature is checked by making the encoding again and comparing all of it, so
/// that there is one for each digest. RFC 8017 section 9.2.
enum PKCS1Encoding {
  /// The encoding in as many bytes as the modulus has, of which even the smallest has enough.
  static func encode(_ digest: Span<UInt8>, _ hash: HashAlgorithm, byteCount: Int) -> [UInt8] {
    let information = prefix(hash) + digest.copy()
    let paddingCount = byteCount - 3 - information.count
    precondition(paddingCount >= 8, "the modulus is too small for any digest")
    return [0, 1] + [UInt8](repeating: 0xff, count: paddingCount) + [0] + information
  }

  /// What stands before the digest: 2.16.840.1.101.3.4.2 with 1, 2 or 3, NULL, and the lengths.
  private static func prefix(_ hash: HashAlgorithm) -> [UInt8] {
    let (arc, length): (UInt8, UInt8) =
      switch hash {
      case .sha256: (1, 32)
      case .sha384: (2, 48)
      case .sha512: (3, 64)
      }
    return [
      0x30, 17 + length, 0x30, 13, 0x06, 9, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, arc,
      0x05, 0, 0x04, length,
    ]
  }
}
