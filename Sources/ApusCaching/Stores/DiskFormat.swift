internal import ApusBytes
internal import ApusCrypto

/// The form of an entry's file, and the secret that authenticates its parts.
///
///     file   = head *chunk end
///     head   = magic byte-count stored code
///     chunk  = byte-count 1*OCTET code         ; at most 65,536
///     end    = byte-count code                 ; a count of zero
///
/// Counts have four bytes. Each code is an HMAC under a key that is made of the folder's secret. It
/// covers the entry's number, the chunk's place and all bytes before it in its part: a part of one
/// file does not pass for another's, a file that ends too early is noticed, and another user
/// cannot write an entry.
final class DiskFormat: Sendable {
  static let magic = Array("APUSCACH".utf8)
  static let chunkByteLimit = 65_536
  static let codeByteCount = 16
  /// The magic and the count in front of a head.
  static let prefixByteCount = 12

  private let key: SecretBytes

  /// The form under the secret of a folder.
  init(secret: Span<UInt8>) {
    let purpose = Array("Apus cache entry".utf8)
    let code = HMAC.code(.sha256, key: secret, for: purpose.span)
    key = SecretBytes(copying: code.span)
  }

  /// Returns the part of a file in front of the content; nil if it would be too long.
  func head(_ stored: Caching.Stored) -> [UInt8]? {
    guard let bytes = stored.bytes else { return nil }
    var writer = ByteWriter(capacity: bytes.count + 64)
    writer.write(Self.magic)
    writer.write(UInt32(bytes.count))
    writer.write(bytes)
    writer.write(code(of: writer.bytes.span, place: .max, id: 0))
    return writer.bytes
  }

  /// Returns one chunk of content, or the end marker if there are no bytes.
  func chunk(_ bytes: ArraySlice<UInt8>, place: UInt64, id: UInt128) -> [UInt8] {
    var writer = ByteWriter(capacity: bytes.count + 20)
    writer.write(UInt32(bytes.count))
    writer.write(bytes)
    writer.write(code(of: writer.bytes.span, place: place, id: id))
    return writer.bytes
  }

  /// Reads the head of a file, and the offset of the content; nil if it is broken.
  func openHead(_ file: DiskFile) -> (stored: Caching.Stored, end: Int)? {
    guard let prefix = file.bytes(Self.prefixByteCount, at: 0), prefix.starts(with: Self.magic),
      let count = Self.count(prefix.suffix(4)), count <= Caching.Stored.byteLimit,
      let rest = file.bytes(count + Self.codeByteCount, at: Self.prefixByteCount)
    else { return nil }
    let covered = prefix + rest.prefix(count)
    guard isCode(rest.suffix(Self.codeByteCount), of: covered, place: .max, id: 0),
      let stored = try? Caching.Stored(parsing: Array(rest.prefix(count)))
    else { return nil }
    return (stored, Self.prefixByteCount + count + Self.codeByteCount)
  }

  /// Reads the chunk at an offset, and the offset of the next one; nil if it is broken.
  ///
  /// The end is a chunk without bytes, and no byte follows it.
  func openChunk(
    _ file: DiskFile, at offset: Int, place: UInt64, id: UInt128
  ) -> (bytes: [UInt8], end: Int)? {
    guard let prefix = file.bytes(4, at: offset), let count = Self.count(prefix[...]),
      count <= Self.chunkByteLimit,
      let rest = file.bytes(count + Self.codeByteCount, at: offset + 4)
    else { return nil }
    let end = offset + 4 + rest.count
    let covered = prefix + rest.prefix(count)
    guard isCode(rest.suffix(Self.codeByteCount), of: covered, place: place, id: id),
      count > 0 || end == file.byteCount
    else { return nil }
    return (Array(rest.prefix(count)), end)
  }

  private static func count(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.count == 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : nil
  }

  private func isCode(
    _ found: ArraySlice<UInt8>, of bytes: [UInt8], place: UInt64, id: UInt128
  ) -> Bool {
    let right = code(of: bytes.span, place: place, id: id)
    // PUBLIC: the verdict that the caller needs.
    return ConstantTime.equal(right.span, Array(found).span).declassified
  }

  private func code(of bytes: Span<UInt8>, place: UInt64, id: UInt128) -> [UInt8] {
    var writer = ByteWriter(capacity: 24)
    writer.write(UInt64(truncatingIfNeeded: id >> 64))
    writer.write(UInt64(truncatingIfNeeded: id))
    writer.write(place)
    var hmac = HMAC(.sha256, key: key)
    hmac.update(writer.bytes.span)
    hmac.update(bytes)
    return Array(hmac.finalize().prefix(Self.codeByteCount))
  }
}
