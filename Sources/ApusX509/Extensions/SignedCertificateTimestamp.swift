internal import ApusBytes

extension X509 {
  /// A signed certificate timestamp (SCT):
  /// the promise of a transparency log to publish a certificate.
  ///
  ///     enum { v1(0), (255) } Version;
  ///
  ///     struct {
  ///         opaque key_id[32];
  ///     } LogID;
  ///
  ///     opaque CtExtensions<0..2^16-1>;
  ///
  ///     struct {
  ///         Version sct_version;
  ///         LogID id;
  ///         uint64 timestamp;
  ///         CtExtensions extensions;
  ///         digitally-signed struct { … };
  ///     } SignedCertificateTimestamp;
  ///
  /// RFC 6962 section 3.2; the signature has the form of RFC 5246 section 4.7. A version other than
  /// v1 is rejected, because no standard defines another version for the list of SCTs.
  public struct SignedCertificateTimestamp: Hashable, Sendable {
    /// The SHA-256 digest of the transparency log's public key.
    public let logID: [UInt8]
    /// The time of the signed certificate timestamp, in milliseconds since the epoch.
    public let milliseconds: UInt64
    /// The extensions of the signed certificate timestamp. RFC 6962 defines no extensions.
    public let extensions: [UInt8]
    /// The hash function of the timestamp's signature, as a number of TLS.
    public let hashAlgorithm: UInt8
    /// The algorithm of the timestamp's signature, as a number of TLS.
    public let signatureAlgorithm: UInt8
    /// The signature of the transparency log.
    public let signature: [UInt8]

    /// Reads one signed certificate timestamp, which must span all of the bytes.
    ///
    /// - Parameter bytes: The timestamp in the encoding of TLS.
    public init(_ bytes: Span<UInt8>) throws(X509Error) {
      do throws(DecodeError) {
        try self.init(reading: bytes.indices, in: bytes)
      } catch {
        throw .broken(
          .timestampListLengths, .value(.signedCertificateTimestamps), at: error.offset)
      }
    }

    /// Reads the signed certificate timestamp that fills a range of the bytes.
    init(reading range: Range<Int>, in bytes: Span<UInt8>) throws(DecodeError) {
      var at = Cursor(range)
      let version = try at.readUInt8(in: bytes)
      guard version == 0 else { throw .invalidCharacter(at: range.lowerBound, byte: version) }
      logID = bytes.extracting(try at.readRange(32)).copy()
      var milliseconds: UInt64 = 0
      for index in try at.readRange(8) { milliseconds = milliseconds << 8 | UInt64(bytes[index]) }
      self.milliseconds = milliseconds
      let extensionByteCount = Int(try at.readUInt16(in: bytes))
      extensions = bytes.extracting(try at.readRange(extensionByteCount)).copy()
      hashAlgorithm = try at.readUInt8(in: bytes)
      signatureAlgorithm = try at.readUInt8(in: bytes)
      let signatureByteCount = Int(try at.readUInt16(in: bytes))
      signature = bytes.extracting(try at.readRange(signatureByteCount)).copy()
      try at.finish()
    }

    /// The signed certificate timestamp in the encoding of TLS.
    public var bytes: [UInt8] {
      let time = (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64(56 - 8 * $0)) }
      return [0] + logID + time + Self.vector(extensions)
        + [hashAlgorithm, signatureAlgorithm] + Self.vector(signature)
    }

    /// Returns the given bytes after a two-byte length. The length always fits, because the lengths
    /// of all lists are checked.
    static func vector(_ bytes: [UInt8]) -> [UInt8] {
      [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }
  }
}
