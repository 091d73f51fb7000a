public import ApusBytes

extension RSA {
  /// A private RSA key of two primes, which is wiped when its only owner releases the key.
  public struct PrivateKey: ~Copyable, Sendable {
    /// The public key that belongs to the private key.
    public let publicKey: PublicKey
    /// The private exponent, which is only used to encode the key, because computations use the
    /// exponents of the primes.
    let privateExponent: Natural
    let first: SecretPrime
    let second: SecretPrime
    /// The inverse of the second RSA prime modulo the first RSA prime.
    let coefficient: Natural

    /// Creates a private RSA key from its big-endian numbers, and throws an error if the numbers
    /// are inconsistent.
    ///
    /// Each prime must fit into half the length of the modulus. The initializer does not test the
    /// primality of the primes, because a signature with a composite number fails its check. RFC
    /// 8017 section 3.2, and names of section A.1.2.
    public init(
      modulus: Span<UInt8>, publicExponent: Span<UInt8>, privateExponent: Span<UInt8>,
      prime1: Span<UInt8>, prime2: Span<UInt8>, exponent1: Span<UInt8>, exponent2: Span<UInt8>,
      coefficient: Span<UInt8>, allowingSmallModulus: Bool = false
    ) throws(CryptoError) {
      let publicKey = try PublicKey(
        modulus: modulus, exponent: publicExponent, allowingSmallModulus: allowingSmallModulus)
      let half = OddModulus.limbCount(forBitCount: (publicKey.bitCount + 1) / 2)
      guard let d = Natural(reading: privateExponent, limbCount: 2 * half),
        let p = Natural(reading: prime1, limbCount: half),
        let q = Natural(reading: prime2, limbCount: half),
        let dP = Natural(reading: exponent1, limbCount: half),
        let dQ = Natural(reading: exponent2, limbCount: half),
        let qInverse = Natural(reading: coefficient, limbCount: half),
        let first = SecretPrime(p, exponent: dP),
        let second = SecretPrime(q, exponent: dQ)
      else { throw .inconsistentKey }
      let product = Natural.product(first.modulus.value, second.modulus.value)
      let whole = Natural(publicKey.number.value, limbs: 0..<2 * half)
      let e = publicKey.exponent
      let isConsistent =
        Natural.areEqual(product, whole)
        & first.isConsistent(privateExponent: d, publicExponent: e)
        & second.isConsistent(privateExponent: d, publicExponent: e)
        & first.isInverse(qInverse, of: second)
      // PUBLIC: inconsistent numbers are rejected, and are not a key.
      guard isConsistent.declassified else { throw .inconsistentKey }
      self.publicKey = publicKey
      self.privateExponent = d
      self.first = first
      self.second = second
      self.coefficient = qInverse
    }

    /// Signs a digest with an RSA padding. The digest must be of the padding's hash function.
    ///
    /// Random bytes blind the computation, and are also the salt if the padding has a salt. The
    /// method verifies each signature before it returns the signature, because a faulty signature
    /// reveals the primes. RFC 8017 sections 8.1.1 and 8.2.1.
    public func signature(
      forDigest digest: Span<UInt8>, _ padding: Padding, using random: some RandomSource
    ) throws(CryptoError) -> [UInt8] {
      let hash = padding.hash
      guard digest.count == hash.digestByteCount else {
        throw .wrongByteCount(digest.count, expected: hash.digestByteCount)
      }
      switch padding {
      case .pkcs1:
        let encoded = PKCS1Encoding.encode(digest, hash, byteCount: publicKey.byteCount)
        return try sign(encoded, using: random)
      case .pss(_, let saltByteCount):
        let encoding = PSSEncoding(
          hash: hash, saltByteCount: saltByteCount, bitCount: publicKey.bitCount - 1)
        guard saltByteCount >= 0, saltByteCount <= encoding.saltLimit else {
          throw .inputTooLong(byteCount: saltByteCount, limit: encoding.saltLimit)
        }
        let salt: [UInt8]
        do throws(RandomError) { salt = try random.bytes(saltByteCount) } catch {
          throw .randomness(error)
        }
        return try sign(encoding.encode(digest, salt: salt), using: random)
      }
    }

    /// Performs the private RSA operation on an encoded digest. RFC 8017 section 5.2.1, step 2.b.
    private func sign(
      _ encoded: [UInt8], using random: some RandomSource
    ) throws(CryptoError) -> [UInt8] {
      let limbCount = publicKey.number.limbCount
      let representative = Natural(bigEndian: encoded.span, limbCount: limbCount)
      let root = try root(of: representative, using: random)
      let power = publicKey.number.powerVariableTime(root, publicKey.exponent)
      Wipe.stack()
      // PUBLIC: the signature becomes public, and a faulty signature is not returned.
      guard Natural.areEqual(power, representative).declassified else { throw .faultySignature }
      var signature = [UInt8](repeating: 0, count: publicKey.byteCount)
      var span = signature.mutableSpan
      root.write(bigEndian: &span)
      return signature
    }

    /// Combines the results modulo the two primes to s2 + q · ((s1 − s2) · qInverse mod p), which
    /// is below p · q.
    @inline(never)
    private func root(
      of representative: borrowing Natural, using random: some RandomSource
    ) throws(CryptoError) -> Natural {
      let (p, q, e) = (first.modulus, second.modulus, publicKey.exponent)
      var difference = try first.root(of: representative, publicExponent: e, using: random)
      let root2 = try second.root(of: representative, publicExponent: e, using: random)
      p.subtract(p.number(of: p.form(of: root2)), from: &difference)
      var quotient = p.form(of: difference)
      p.multiply(&quotient, by: coefficient)
      p.reduce(&quotient)
      var root = Natural.product(quotient, q.value)
      root.add(Natural(root2, limbs: 0..<root.limbCount), if: Mask(isZero: 0))
      return Natural(root, limbs: 0..<publicKey.number.limbCount)
    }
  }
}
