import ApusASN1
import ApusBytes
import Testing

@testable import ApusCrypto

/// X.690 sections 8.1.3, 8.3 and 10.1, compared with the other writer.
@Suite struct SecretDERWriterTests {
  @Test(arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
  func `the secret DER writer encodes a length in its shortest form`(_ byteCount: Int) {
    let content = [UInt8](repeating: 7, count: byteCount)
    var writer = SecretDERWriter(capacity: byteCount + 8)
    writer.prepend(0x04) { $0.prepend(content.span) }
    #expect(writer.finish().array == KeyFile.der { $0.writeOctetString(content) })
  }

  @Test(arguments: [
    [], [0], [0, 0], [1], [0x7f], [0x80], [0, 0x80, 0], [0, 0, 1, 2], [0xff, 0],
  ])
  func `the secret DER writer encodes an integer in its shortest form`(_ magnitude: [UInt8]) {
    var writer = SecretDERWriter(capacity: 16)
    writer.prependInteger(magnitude.span)
    #expect(writer.finish().array == KeyFile.der { $0.writeInteger(magnitude: magnitude) })
  }

  @Test func `the secret DER writer puts a later value before an earlier value`() {
    var writer = SecretDERWriter(capacity: 32)
    writer.prepend(0x30) { sequence in
      sequence.prependInteger([2].span)
      sequence.prependInteger([1].span)
    }
    let expected = KeyFile.der { writer in
      writer.writeSequence {
        $0.writeInteger(1)
        $0.writeInteger(2)
      }
    }
    #expect(writer.finish().array == expected)
  }
}
