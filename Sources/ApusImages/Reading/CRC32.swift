internal import CApusZlib

/// The check value of PNG's chunks, which is that of gzip, by zlib.
///
/// PNG 3 appendix D. RFC 1952 section 8.
enum CRC32 {
  static func value(of bytes: Span<UInt8>) -> UInt32 {
    // SAFETY: zlib reads as many bytes as it is told, within the call.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, buffer.baseAddress, buffer.count))
    }
  }
}
