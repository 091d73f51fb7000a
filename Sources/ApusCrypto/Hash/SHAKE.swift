/// SHAKE128, whose output is as long as one likes. FIPS 202 section 6.2.
public struct SHAKE128: Sendable {
  private var sponge = KeccakSponge<168>()

  public init() {}

  /// Takes in more of the message.
  public mutating func update(_ bytes: Span<UInt8>) { sponge.absorb(bytes) }

  /// Fills the span, of any length, with output, wipes the state, and starts anew.
  public mutating func finalize(into output: inout MutableSpan<UInt8>) {
    sponge.finalize(suffix: 0x1f, into: &output)
  }
}

/// SHAKE256, whose output is as long as one likes. FIPS 202 section 6.2.
public struct SHAKE256: Sendable {
  private var sponge = KeccakSponge<136>()

  public init() {}

  /// Takes in more of the message.
  public mutating func update(_ bytes: Span<UInt8>) { sponge.absorb(bytes) }

  /// Fills the span, of any length, with output, wipes the state, and starts anew.
  public mutating func finalize(into output: inout MutableSpan<UInt8>) {
    sponge.finalize(suffix: 0x1f, into: &output)
  }
}
