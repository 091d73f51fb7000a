internal import ApusBytes

/// The public-key encryption scheme K-PKE of ML-KEM-768, which converts between polynomials and
/// bytes.
///
/// The encryption scheme must not be used alone. FIPS 203 section 5, with the parameters of section
/// 8.
enum KPKE {
  /// A vector of three polynomials of ML-KEM-768.
  typealias Vector = InlineArray<3, Polynomial>

  /// The number of bytes of an encoded vector of polynomials, with twelve bits for each
  /// coefficient.
  static let vectorByteCount = 3 * Polynomial.byteCount
  static let publicKeyByteCount = vectorByteCount + 32
  static let messageByteCount = 32

  /// The number of bytes of each compressed polynomial in the ciphertext.
  ///
  /// Each of the first three polynomials has ten bits for each coefficient, and the last polynomial
  /// has four bits.
  private static let (uByteCount, vByteCount) = (320, 128)
  static let ciphertextByteCount = 3 * uByteCount + vByteCount

  /// The K-PKE public key, which consists of the transformed vector t and the matrix A.
  ///
  /// The matrix is generated from a seed. All owners of the key share its memory.
  final class PublicKey: Sendable {
    let rawRepresentation: [UInt8]
    private let t: Vector
    private let matrix: Matrix

    /// Reads the encoded vector t and the seed. Every coefficient of t must be less than q. FIPS
    /// 203 section 7.2.
    init(rawRepresentation bytes: Span<UInt8>) throws(CryptoError) {
      guard bytes.count == publicKeyByteCount else {
        throw .wrongByteCount(bytes.count, expected: publicKeyByteCount)
      }
      rawRepresentation = bytes.copy()
      t = Vector { Polynomial(unreduced: bytes.extracting(Polynomial.byteRange(at: $0))) }
      matrix = Matrix(seed: bytes.extracting(vectorByteCount..<publicKeyByteCount))
      for index in 0..<3 {
        if let coefficient = t[index].firstUnreduced {
          throw .nonCanonicalCoefficient(index: 256 * index + coefficient)
        }
      }
    }

    /// Creates a new public key t = As + e. FIPS 203 section 5.1, algorithm 13.
    fileprivate init(seed: Span<UInt8>, secret s: borrowing Vector, error e: borrowing Vector) {
      let matrix = Matrix(seed: seed)
      let t = Vector { row in
        var sum = Polynomial()
        for column in 0..<3 { sum.addProduct(matrix.entries[3 &* row &+ column], s[column]) }
        sum.restoreScale()
        sum.add(e[row])
        sum.reduce()
        return sum
      }
      var bytes = [UInt8](repeating: 0, count: publicKeyByteCount)
      var span = bytes.mutableSpan
      for index in 0..<3 { t[index].write(to: &span, at: Polynomial.byteCount * index) }
      span.copy(seed, at: vectorByteCount)
      rawRepresentation = bytes
      self.t = t
      self.matrix = matrix
    }

    /// Encrypts a message of 32 bytes with randomness from a seed of 32 bytes.
    ///
    /// FIPS 203 section 5.2, algorithm 14.
    func encrypt(
      _ message: Span<UInt8>, seed: Span<UInt8>, into ciphertext: inout MutableSpan<UInt8>
    ) {
      let y = Vector.transformedNoise(seed: seed, from: 0)
      for column in 0..<3 {
        var u = Polynomial()
        for row in 0..<3 { u.addProduct(matrix.entries[3 &* row &+ column], y[row]) }
        u.reduce()
        u.transformBack()
        u.add(Polynomial(noiseSeed: seed, counter: 3 &+ UInt8(column)))
        u.reduce()
        u.write(compressedTo: 10, to: &ciphertext, at: uByteCount * column)
      }
      var v = Polynomial()
      for index in 0..<3 { v.addProduct(t[index], y[index]) }
      v.reduce()
      v.transformBack()
      v.add(Polynomial(noiseSeed: seed, counter: 6))
      v.add(Polynomial(compressed: message, bitCount: 1))
      v.reduce()
      v.write(compressedTo: 4, to: &ciphertext, at: 3 * uByteCount)
    }
  }

  /// The K-PKE private key, which consists of the transformed vector s and the public key.
  struct PrivateKey: ~Copyable, Sendable {
    private let s: Vector
    let publicKey: PublicKey

    /// Derives a private key from a seed of 32 bytes. FIPS 203 section 5.1, algorithm 13.
    init(seed: Span<UInt8>) {
      var hash = SHA3_512()
      hash.update(seed)
      hash.update([3].span)
      let seeds = SecretBytes(count: SHA3_512.byteCount) { hash.finalize(into: &$0) }
      let s = seeds.withBytes { Vector.transformedNoise(seed: $0.extracting(32..<64), from: 0) }
      let e = seeds.withBytes { Vector.transformedNoise(seed: $0.extracting(32..<64), from: 3) }
      let matrixSeed = seeds.withBytes { seeds in
        // PUBLIC: the seed is part of the public key, and the matrix is sampled from the seed in
        // variable time.
        (0..<32).map { UInt8(ConstantTime.declassified(UInt64(seeds[$0]), bitCount: 8)) }
      }
      publicKey = PublicKey(seed: matrixSeed.span, secret: s, error: e)
      self.s = s
    }

    /// Reads the encoded secret vector s modulo q.
    init(_ bytes: Span<UInt8>, publicKey: PublicKey) {
      s = Vector { index in
        var polynomial = Polynomial(unreduced: bytes.extracting(Polynomial.byteRange(at: index)))
        polynomial.reduce()
        return polynomial
      }
      self.publicKey = publicKey
    }

    /// Writes the encoded secret vector s.
    func write(to bytes: inout MutableSpan<UInt8>) {
      for index in 0..<3 { s[index].write(to: &bytes, at: Polynomial.byteCount * index) }
    }

    /// Decrypts a ciphertext to a message of 32 bytes. FIPS 203 section 5.3, algorithm 15.
    func decrypt(_ ciphertext: Span<UInt8>, into message: inout MutableSpan<UInt8>) {
      var mask = Polynomial()
      for index in 0..<3 {
        let bytes = ciphertext.extracting(uByteCount * index..<uByteCount * (index + 1))
        var u = Polynomial(compressed: bytes, bitCount: 10)
        u.transform()
        mask.addProduct(s[index], u)
      }
      mask.reduce()
      mask.transformBack()
      let bytes = ciphertext.extracting(3 * uByteCount..<ciphertextByteCount)
      var v = Polynomial(compressed: bytes, bitCount: 4)
      v.subtract(mask)
      v.reduce()
      v.write(compressedTo: 1, to: &message, at: 0)
    }
  }

  /// The transformed matrix A, stored row by row.
  private struct Matrix: ~Copyable, Sendable {
    let entries: InlineArray<9, Polynomial>

    /// Creates the transformed matrix A from its public seed.
    ///
    /// FIPS 203 section 5.1, algorithm 13, lines 3 to 7.
    init(seed: Span<UInt8>) {
      entries = InlineArray {
        Polynomial(variableTimeSeed: seed, column: UInt8($0 % 3), row: UInt8($0 / 3))
      }
    }
  }
}

extension InlineArray where Element: ~Copyable {
  /// Returns the transforms of noise polynomials, which are derived from a secret seed and
  /// consecutive counters.
  fileprivate static func transformedNoise(
    seed: Span<UInt8>, from counter: UInt8
  ) -> KPKE.Vector {
    KPKE.Vector { index in
      var polynomial = Polynomial(noiseSeed: seed, counter: counter &+ UInt8(index))
      polynomial.transform()
      return polynomial
    }
  }
}

extension Polynomial {
  /// Returns the byte range of one polynomial in an encoded vector.
  fileprivate static func byteRange(at index: Int) -> Range<Int> {
    byteCount * index..<byteCount * (index + 1)
  }
}
