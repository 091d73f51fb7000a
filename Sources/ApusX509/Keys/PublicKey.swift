public import ApusASN1
internal import ApusBytes
public import ApusCrypto

extension X509 {
  /// A public key with its algorithm, kept apart from where it was read.
  ///
  ///     SubjectPublicKeyInfo  ::=  SEQUENCE  {
  ///       algorithm            AlgorithmIdentifier,
  ///       subjectPublicKey     BIT STRING  }
  ///
  /// RFC 5280 section 4.1. Any key can be held, be it one that is supported or not.
  public struct PublicKey: Hashable, Sendable {
    /// The algorithm that the key is for.
    public let algorithm: Algorithm
    /// The bits of the key, in a form of the algorithm's own.
    public let bits: [UInt8]

    /// A key of any algorithm.
    public init(_ algorithm: Algorithm, bits: [UInt8]) {
      self.algorithm = algorithm
      self.bits = bits
    }

    /// The key that was read from those bytes.
    public init(_ info: SubjectPublicKeyInfo, in der: Span<UInt8>) {
      algorithm = Algorithm(info.algorithm, in: der)
      bits = der.extracting(info.subjectPublicKey).copy()
    }

    /// Reads a SubjectPublicKeyInfo, which must be all of the bytes.
    public init(der: Span<UInt8>) throws(X509Error) {
      do throws(ASN1Error) {
        self.init(try SubjectPublicKeyInfo(der), in: der)
      } catch {
        throw .malformed(.publicKey, error)
      }
    }

    /// The key as a SubjectPublicKeyInfo.
    public var der: [UInt8] {
      var writer = DERWriter(capacity: bits.count + 32)
      write(to: &writer)
      return writer.bytes
    }

    /// Writes the key as a SubjectPublicKeyInfo.
    public func write(to writer: inout DERWriter) {
      writer.writeSequence { info in
        algorithm.write(to: &info)
        info.writeBitString(bits)
      }
    }
  }
}

extension X509.Certificate {
  /// The key, which has not been looked at: one that no algorithm takes can be held too.
  public var publicKey: X509.PublicKey { X509.PublicKey(publicKeyInfo, in: der.span) }

  /// The SubjectPublicKeyInfo as it stands there: what pins are made of.
  public var publicKeyRange: Range<Int> { publicKeyInfo.range }

  /// What the key says, read by its algorithm.
  public func key() throws(X509Error) -> SubjectPublicKeyInfo.Key {
    do throws(CryptoError) {
      return try publicKeyInfo.key(in: der.span)
    } catch {
      throw .key(error)
    }
  }

  /// Whether both certificates are for the same key, written alike with its algorithm.
  public func hasSameKey(as other: X509.Certificate) -> Bool {
    der[publicKeyRange] == other.der[other.publicKeyRange]
  }
}
