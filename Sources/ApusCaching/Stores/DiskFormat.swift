internal import ApusBytes
internal import ApusCrypto

/// How an entry lies in its file.
///
///     file   = head *chunk end
///     head   = magic byte-count stored digest
///     chunk  = byte-count 1*OCTET digest       ; at most 65,536
///     end    = byte-count digest               ; a count of zero
///
/// Counts have four bytes. Each digest covers the entry's number, the chunk's place and all that
/// stands before it in its part, so that no part of one file passes for another's, and a file that
/// ends too early is seen.
enum DiskFormat {
  static let magic = Array("APUSCACH".utf8)
  static let chunkByteLimit = 65_536
  static let digestByteCount = 16
  /// The magic and the count in front of a head.
  static let prefixByteCount = 12

  /// The part of a file in front of the content; nil where it would be too long.
  static func head(_ stored: Caching.Stored) -> [UInt8]? {
    guard let bytes = stored.bytes else { return nil }
    var writer = ByteWriter(capacity: bytes.count + 64)
    writer.write(magic)
    writer.write(UInt32(bytes.count))
    writer.write(bytes)
    writer.write(digest(of: writer.bytes.span, place: .max, id: 0))
    return writer.bytes
  }

  /// One chunk of content, or the end where there are no bytes.
  static func chunk(_ bytes: ArraySlice<UInt8>, place: UInt64, id: UInt128) -> [UInt8] {
    var writer = ByteWriter(capacity: bytes.count + 20)
    writer.write(UInt32(bytes.count))
    writer.write(bytes)
    writer.write(digest(of: writer.bytes.span, place: place, id: id))
    return writer.bytes
  }

  /// Reads the head of a file, and where the content begins; nil where it is broken.
  static func openHead(_ file: DiskFile) -> (stored: Caching.Stored, end: Int)? {
    guard let prefix = file.bytes(prefixByteCount, at: 0), prefix.starts(with: magic),
      let count = count(prefix.suffix(4)), count <= Caching.Stored.byteLimit,
      let rest = file.bytes(count + digestByteCount, at: prefixByteCount)
    else { return nil }
    let covered = prefix + rest.prefix(count)
    guard digest(of: covered.span, place: .max, id: 0).elementsEqual(rest.suffix(digestByteCount)),
      let stored = try? Caching.Stored(parsing: Array(rest.prefix(count)))
    else { return nil }
    return (stored, prefixByteCount + count + digestByteCount)
  }

  /// Reads the chunk at an offset, and where the next one begins; nil where it is broken.
  ///
  /// The end is a chunk without bytes, behind which nothing stands.
  static func openChunk(
    _ file: DiskFile, at offset: Int, place: UInt64, id: UInt128
  ) -> (bytes: [UInt8], end: Int)? {
    guard let prefix = file.bytes(4, at: offset), let count = count(prefix[...]),
      count <= chunkByteLimit, let rest = file.bytes(count + digestByteCount, at: offset + 4)
    else { return nil }
    let end = offset + 4 + rest.count
    let covered = prefix + rest.prefix(count)
    guard
      digest(of: covered.span, place: place, id: id).elementsEqual(rest.suffix(digestByteCount)),
      count > 0 || end == file.byteCount
    else { return nil }
    return (Array(rest.prefix(count)), end)
  }

  private static func count(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
  }

  private static func digest(of bytes: Span<UInt8>, place: UInt64, id: UInt128) -> [UInt8] {
    var writer = ByteWriter(capacity: 24)
    writer.write(UInt64(truncatingIfNeeded: id >> 64))
    writer.write(UInt64(truncatingIfNeeded: id))
    writer.write(place)
    var hash = SHA256()
    hash.update(writer.bytes)
    hash.update(bytes)
    return Array(hash.finalize().prefix(digestByteCount))
  }
}
