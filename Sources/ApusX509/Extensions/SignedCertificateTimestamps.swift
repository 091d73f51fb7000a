public import ApusASN1
internal import ApusBytes

extension X509 {
  /// The signed timestamps (SCTs) of certificate transparency logs for a certificate.
  ///
  ///     SignedCertificateTimestampList ::= OCTET STRING
  ///
  ///     opaque SerializedSCT<1..2^16-1>;
  ///
  ///     struct {
  ///         SerializedSCT sct_list <1..2^16-1>;
  ///     } SignedCertificateTimestampList;
  ///
  /// RFC 6962 section 3.3.
  public struct SignedCertificateTimestamps: ExtensionValue {
    /// The maximum number of signed certificate timestamps in a list.
    public static let limit = 128

    /// The signed certificate timestamps of the extension, at least one.
    public let timestamps: [SignedCertificateTimestamp]

    /// Creates the extension from at least one signed certificate timestamp.
    /// The encoded timestamps must fit into 65,535 bytes.
    ///
    /// - Parameter timestamps: The signed certificate timestamps in their order.
    public init(_ timestamps: [SignedCertificateTimestamp]) throws(X509Error) {
      guard !timestamps.isEmpty else { throw .forbidden(.notEmpty) }
      guard timestamps.count <= Self.limit else {
        throw .tooMany(.value(Self.kind), limit: Self.limit)
      }
      let byteCount = timestamps.reduce(0) { $0 + 2 + $1.bytes.count }
      guard byteCount <= 0xffff else { throw .forbidden(.timestampListLengths) }
      self.timestamps = timestamps
    }

    /// Reads the list of signed certificate timestamps in the encoding of TLS, without the OCTET
    /// STRING around the list.
    ///
    /// - Parameter der: The list of timestamps, which begins with its length.
    public init(list der: Span<UInt8>) throws(X509Error) {
      try self.init(list: der.indices, in: der, .value(Self.kind))
    }

    public static var kind: Extension.Kind { .signedCertificateTimestamps }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      try self.init(list: try reader.readOctetString(in: der), in: der, reader.field)
    }

    public func write(to writer: inout DERWriter) {
      writer.writeOctetString(list)
    }

    /// The list of signed certificate timestamps in the encoding of TLS.
    public var list: [UInt8] {
      var list: [UInt8] = []
      for timestamp in timestamps {
        list += SignedCertificateTimestamp.vector(timestamp.bytes)
      }
      return SignedCertificateTimestamp.vector(list)
    }

    private init(
      list: Range<Int>, in der: Span<UInt8>, _ field: Field
    ) throws(X509Error) {
      var at = Cursor(list)
      do throws(DecodeError) {
        let body = try at.readRange(Int(try at.readUInt16(in: der)))
        try at.finish()
        at = Cursor(body)
        var timestamps: [SignedCertificateTimestamp] = []
        repeat {
          let next = try at.readRange(Int(try at.readUInt16(in: der)))
          if timestamps.count == Self.limit {
            throw DecodeError.trailingBytes(at: next.lowerBound, count: body.count)
          }
          timestamps.append(try SignedCertificateTimestamp(reading: next, in: der))
        } while !at.isAtEnd
        self.timestamps = timestamps
      } catch {
        throw .broken(.timestampListLengths, field, at: error.offset)
      }
    }
  }
}

extension X509 {
  /// The poison extension of a precertificate, which an authority sends to a transparency log
  /// before it issues the certificate.
  ///
  ///     NULL
  ///
  /// RFC 6962 section 3.1. The precertificate poison is always critical, so that no software
  /// accepts a precertificate as a certificate.
  public struct PrecertificatePoison: ExtensionValue {
    /// Creates the precertificate poison extension, which has no content.
    public init() {}

    public static var kind: Extension.Kind { .precertificatePoison }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      try reader.reading { (reader) throws(ASN1Error) in try reader.readNull(in: der) }
    }

    public func write(to writer: inout DERWriter) { writer.writeNull() }
  }

  /// The extension of an OCSP responder's certificate that disables the revocation check of the
  /// certificate.
  ///
  /// An OCSP responder's certificate with the extension is valid only for a short time.
  ///
  ///     NULL
  ///
  /// RFC 6960 section 4.2.2.2.1.
  public struct OCSPNoCheck: ExtensionValue {
    /// Creates the OCSP no-check extension, which has no content.
    public init() {}

    public static var kind: Extension.Kind { .ocspNoCheck }

    public init(from reader: inout Reader, in der: Span<UInt8>) throws(X509Error) {
      try reader.reading { (reader) throws(ASN1Error) in try reader.readNull(in: der) }
    }

    public func write(to writer: inout DERWriter) { writer.writeNull() }
  }
}
