import ApusBytes
import Testing

@testable import ApusCrypto

/// RFC 1321 section 3, with the test suite of its appendix A.5.
@Suite struct InsecureMD5Tests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `the MD5 digests of the published messages equal the published digests`(
    message: String, digest: String
  ) {
    #expect(Hex.encode(InsecureMD5.digest(of: Array(message.utf8))) == digest)
  }

  @Test func `an MD5 digest does not depend on the parts of the message`() {
    let message = Bytes.mixed(200, 3)
    for cut in 0...message.count {
      var hash = InsecureMD5()
      hash.update(Array(message[..<cut]))
      hash.update(Array(message[cut...]))
      #expect(hash.finalize() == InsecureMD5.digest(of: message), "\(cut)")
    }
  }
}
