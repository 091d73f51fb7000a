internal import ApusBytes
internal import ApusCrypto

/// The file format of cache entries, with the secret that authenticates the parts of a file.
///
///     file   = head *chunk end
///     head   = magic byte-count stored code
///     chunk  = byte-count 1*OCTET code         ; at most 65,536
///     end    = byte-count code                 ; a count of zero
///
/// A byte count has four bytes. Each code is an HMAC with a key that is derived from the folder's
/// secret. The code covers the entry's number, the position of the chunk and all earlier bytes of
/// the same file part. The codes therefore reveal a copied part of a different file and a truncated
/// file. Other users cannot create a valid cache entry without the secret.
final class DiskFormat: Sendable {
  static let magic = Array("APUSCACH".utf8)
  static let chunkByteLimit = 65_536
  static let codeByteCount = 16
  /// The number of bytes of the magic number and the byte count at the start of the file.
  static let prefixByteCount = 12

  private let key: SecretBytes

  /// Creates the file format with the secret of a store folder.
  init(secret: Span<UInt8>) {
    let purpose = Array("Apus cache entry".utf8)
    let code = HMAC.code(.sha256, key: secret, for: purpose.span)
    key = SecretBytes(copying: code.span)
  }

  /// Encodes the file header that precedes the response content. The value is `nil` if the file
  /// header is too long.
  func head(_ stored: Caching.Stored) -> [UInt8]? {
    guard let bytes = stored.bytes else { return nil }
    var writer = ByteWriter(capacity: bytes.count + 64)
    writer.write(Self.magic)
    writer.write(UInt32(bytes.count))
    writer.write(bytes)
    writer.write(code(of: writer.bytes.span, place: .max, id: 0))
    return writer.bytes
  }

  /// Encodes a chunk of response content. Without bytes, the result is the end marker of the
  /// content.
  func chunk(_ bytes: ArraySlice<UInt8>, place: UInt64, id: UInt128) -> [UInt8] {
    var writer = ByteWriter(capacity: bytes.count + 20)
    writer.write(UInt32(bytes.count))
    writer.write(bytes)
    writer.write(code(of: writer.bytes.span, place: place, id: id))
    return writer.bytes
  }

  /// Reads the header of a cache file and returns the offset of the content. The value is `nil` if
  /// the header is broken.
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

  /// Reads the chunk of content at a file offset, and returns the offset of the next chunk. The
  /// value is `nil` if the chunk is broken.
  ///
  /// The content ends with a chunk without bytes, and the file must contain no further byte.
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
    // PUBLIC: The caller needs the result of the comparison.
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
