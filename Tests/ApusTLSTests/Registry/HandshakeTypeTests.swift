import ApusBytes
import Testing

@testable import ApusTLS

/// RFC 8446 section 4.
struct HandshakeTypeTests {
  /// Returns the reader's error for the beginning of a message with a number of bytes.
  private func verdict(_ type: UInt8, byteCount: Int) -> TLSError? {
    var recordLayer = RecordLayer()
    let header: [UInt8] = [
      type, UInt8(byteCount >> 16), UInt8(truncatingIfNeeded: byteCount >> 8),
      UInt8(truncatingIfNeeded: byteCount),
    ]
    recordLayer.reader.inbox.append(([22, 3, 3, 0, 4] + header).span)
    do throws(TLSError) {
      _ = try recordLayer.reader.next()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: HandshakeType.allCases)
  func `a handshake message that is too long is rejected after its header`(type: HandshakeType) {
    let limit = type.byteLimit
    #expect(verdict(type.rawValue, byteCount: limit) == nil)
    #expect(
      verdict(type.rawValue, byteCount: limit + 1)
        == .messageTooLong(type: type.rawValue, byteCount: limit + 1, limit: limit))
  }

  @Test func `a handshake message of unknown type has a length limit of 16 KiB`() {
    let limit = HandshakeType.unknownByteLimit
    #expect(verdict(99, byteCount: limit) == nil)
    #expect(
      verdict(99, byteCount: limit + 1)
        == .messageTooLong(type: 99, byteCount: limit + 1, limit: limit))
    // Its length is wrong, like that of a message that continues after its end.
    #expect(verdict(14, byteCount: 1)?.alert == .decodeError)
  }
}
