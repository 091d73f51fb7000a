internal import ApusBytes

extension RSA {
  /// A public RSA key, which consists of a modulus and an exponent.
  public struct PublicKey: Sendable {
    let number: OddModulus
    /// The public exponent, which is odd and at least 3.
    public let exponent: UInt64

    /// Creates a public RSA key from the big-endian modulus and exponent. RFC 8017 section 3.1.
    ///
    /// The initializer rejects a modulus of less than `minimumBitCount` bits unless the caller
    /// allows a smaller modulus. The initializer always rejects a modulus of less than
    /// `smallestBitCount` bits.
    public init(
      modulus: Span<UInt8>, exponent: Span<UInt8>, allowingSmallModulus: Bool = false
    ) throws(CryptoError) {
      let bitCount = Self.bitCount(modulus)
      let least = allowingSmallModulus ? smallestBitCount : minimumBitCount
      guard bitCount >= least, bitCount <= maximumBitCount else {
        throw .modulusBitCountOutOfRange(bitCount, allowed: least...maximumBitCount)
      }
      let significant = modulus.extracting(modulus.count - (bitCount + 7) / 8..<modulus.count)
      let limbCount = OddModulus.limbCount(forBitCount: bitCount)
      guard let number = OddModulus(Natural(bigEndian: significant, limbCount: limbCount)) else {
        throw .evenModulus
      }
      self.number = number
      self.exponent = try Self.exponent(exponent)
    }

    private static func exponent(_ bytes: Span<UInt8>) throws(CryptoError) -> UInt64 {
      guard bitCount(bytes) <= 64 else { throw .exponentOutOfRange }
      var exponent: UInt64 = 0
      for index in bytes.indices { exponent = exponent << 8 | UInt64(bytes[index]) }
      guard exponent >= 3, exponent <= maximumExponent, exponent % 2 == 1 else {
        throw .exponentOutOfRange
      }
      return exponent
    }

    private static func bitCount(_ bytes: Span<UInt8>) -> Int {
      for index in bytes.indices where bytes[index] != 0 {
        return 8 * (bytes.count - index) - bytes[index].leadingZeroBitCount
      }
      return 0
    }

    /// The number of bits of the RSA modulus.
    public var bitCount: Int { number.bitCount }

    /// The number of bytes of the RSA modulus, and of a signature.
    public var byteCount: Int { (bitCount + 7) / 8 }

    /// The bytes of the RSA modulus in big-endian order.
    public var modulus: [UInt8] {
      var bytes = [UInt8](repeating: 0, count: byteCount)
      var span = bytes.mutableSpan
      number.value.write(bigEndian: &span)
      return bytes
    }

    /// Returns whether an encoded signature is valid for a digest and the public key.
    ///
    /// All inputs are public, and the running time depends on the inputs. RFC 8017 sections 8.1.2
    /// and 8.2.2.
    public func isValid(
      signature: Span<UInt8>, _ padding: Padding, forDigest digest: Span<UInt8>
    ) -> Bool {
      guard signature.count == byteCount, digest.count == padding.hash.digestByteCount else {
        return false
      }
      let representative = Natural(bigEndian: signature, limbCount: number.limbCount)
      guard representative.isLess(than: number.value).isYesVariableTime else { return false }
      var encoded = [UInt8](repeating: 0, count: byteCount)
      var span = encoded.mutableSpan
      number.powerVariableTime(representative, exponent).write(bigEndian: &span)
      switch padding {
      case .pkcs1(let hash):
        return encoded == PKCS1Encoding.encode(digest, hash, byteCount: byteCount)
      case .pss(let hash, let saltByteCount):
        let encoding = PSSEncoding(
          hash: hash, saltByteCount: saltByteCount, bitCount: bitCount - 1)
        // If the encoding has one byte less than the modulus, the additional byte must be zero.
        let excess = byteCount - encoding.byteCount
        guard encoded[..<excess].allSatisfy({ $0 == 0 }) else { return false }
        return encoding.isValid(Array(encoded[excess...]), digest)
      }
    }
  }
}

extension RSA.PublicKey: Hashable {
  public static func == (left: RSA.PublicKey, right: RSA.PublicKey) -> Bool {
    left.exponent == right.exponent && left.modulus == right.modulus
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(exponent)
    hasher.combine(modulus)
  }
}
