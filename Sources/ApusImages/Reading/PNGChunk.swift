internal import CApusZlib

/// A chunk of a PNG file.
///
///     byte count (4), name (4), content, CRC of name and content (4)
///
/// PNG 3 section 5.3. A chunk name has four letters. If the first letter is a lower-case letter, a
/// reader may skip an unknown chunk.
struct PNGChunk {
  /// The names of the PNG chunks that the reader processes.
  enum Name: Int {
    case header = 0x4948_4452  // IHDR
    case palette = 0x504c_5445  // PLTE
    case transparency = 0x7452_4e53  // tRNS
    case data = 0x4944_4154  // IDAT
    case end = 0x4945_4e44  // IEND
    case animation = 0x6163_544c  // acTL
    case frame = 0x6663_544c  // fcTL
    case frameData = 0x6664_4154  // fdAT
    case exif = 0x6558_4966  // eXIf
  }

  /// The name of the PNG chunk. The value is `nil` if the reader does not know the name.
  let name: Name?
  /// A Boolean value that indicates whether a reader cannot read the image without this chunk.
  let isCritical: Bool
  /// The byte range of the chunk content.
  let content: Range<Int>

  /// The offset of the next chunk.
  var end: Int { content.upperBound + 4 }

  /// Reads the length and the name of a PNG chunk. Throws an error if the content or the CRC is
  /// incomplete.
  init(reading bytes: Span<UInt8>, at offset: Int) throws(ImageError) {
    let byteCount = try bytes.number(4, at: offset, .big, of: .png)
    guard byteCount <= Int(Int32.max) else { throw .malformed(.png, .length, at: offset) }
    let number = try bytes.number(4, at: offset + 4, .big, of: .png)
    for place in offset + 4..<offset + 8 where !(0x61...0x7a ~= bytes[place] | 0x20) {
      throw .malformed(.png, .structure, at: place)
    }
    guard offset + 12 + byteCount <= bytes.count else { throw .truncated(.png, at: bytes.count) }
    name = Name(rawValue: number)
    isCritical = bytes[offset + 4] & 0x20 == 0
    content = offset + 8..<offset + 8 + byteCount
  }

  /// Throws an error if the CRC of the chunk is wrong.
  func checkCRC(in bytes: Span<UInt8>) throws(ImageError) {
    let stated = try bytes.number(4, at: content.upperBound, .big, of: .png)
    let found = CRC32.value(of: bytes.extracting(content.lowerBound - 4..<content.upperBound))
    guard stated == Int(found) else {
      throw .malformed(.png, .checksum, at: content.upperBound)
    }
  }
}

/// The CRC of PNG chunks, which is the same as in gzip. The zlib library computes the CRC.
///
/// PNG 3 appendix D. RFC 1952 section 8.
enum CRC32 {
  static func value(of bytes: Span<UInt8>) -> UInt32 {
    // SAFETY: The zlib library reads exactly the given number of bytes, only during the call.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }
}
