/// The hash function SHA3-256. FIPS 202 section 6.1.
public struct SHA3_256: HashFunction {
  public static let byteCount = 32
  public static let blockByteCount = 136

  private var sponge = KeccakSponge<136>()

  public init() {}

  public mutating func update(_ bytes: Span<UInt8>) { sponge.absorb(bytes) }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA3-256 digest has 32 bytes")
    sponge.finalize(suffix: 0x06, into: &digest)
  }
}

/// The hash function SHA3-512. FIPS 202 section 6.1.
public struct SHA3_512: HashFunction {
  public static let byteCount = 64
  public static let blockByteCount = 72

  private var sponge = KeccakSponge<72>()

  public init() {}

  public mutating func update(_ bytes: Span<UInt8>) { sponge.absorb(bytes) }

  public mutating func finalize(into digest: inout MutableSpan<UInt8>) {
    precondition(digest.count == Self.byteCount, "a SHA3-512 digest has 64 bytes")
    sponge.finalize(suffix: 0x06, into: &digest)
  }
}

/// The extendable-output function SHAKE128, whose output has any length. FIPS 202 section 6.2.
public struct SHAKE128: Sendable {
  private var sponge = KeccakSponge<168>()

  public init() {}

  /// Adds the next part of the message to the SHAKE state.
  public mutating func update(_ bytes: Span<UInt8>) { sponge.absorb(bytes) }

  /// Fills a span of any length with output, and resets the SHAKE state.
  public mutating func finalize(into output: inout MutableSpan<UInt8>) {
    sponge.finalize(suffix: 0x1f, into: &output)
  }
}

/// The extendable-output function SHAKE256, whose output has any length. FIPS 202 section 6.2.
public struct SHAKE256: Sendable {
  private var sponge = KeccakSponge<136>()

  public init() {}

  /// Adds the next part of the message to the SHAKE state.
  public mutating func update(_ bytes: Span<UInt8>) { sponge.absorb(bytes) }

  /// Fills a span of any length with output, and resets the SHAKE state.
  public mutating func finalize(into output: inout MutableSpan<UInt8>) {
    sponge.finalize(suffix: 0x1f, into: &output)
  }
}
