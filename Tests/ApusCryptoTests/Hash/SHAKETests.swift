import ApusBytes
import Testing

@testable import ApusCrypto

/// FIPS 202 section 6.2, with the examples that NIST publishes, and longer ones.
@Suite struct SHAKETests {
  @Test func `the SHAKE128 output for an empty message equals the published output`() throws {
    let output = try Hex.decode(
      "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef263cb1eea988004b93"
        + "103cfb0aeefd2a686e01fa4a58e8a3639ca8a1e3f9ae57e2")
    #expect(shake128([], output.count) == output)
  }

  @Test func `the SHAKE256 output for an empty message equals the published output`() throws {
    let output = try Hex.decode(
      "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200"
        + "cb05019d67b592f6fc821c49479ab48640292eacb3b7c4be")
    #expect(shake256([], output.count) == output)
  }

  @Test func `a SHAKE128 output of several blocks equals the published output`() throws {
    let message = [UInt8](repeating: 0xa3, count: 200)
    #expect(
      SHA256.digest(of: shake128(message, 1000))
        == (try Hex.decode(
          "da0fb9ca493cd52502edb186cc6be1f0057a78d51c15af2dba72a3278117b63f")))
  }

  @Test func `a SHAKE256 output of several blocks equals the published output`() throws {
    let message = [UInt8](repeating: 0xa3, count: 200)
    #expect(
      SHA256.digest(of: shake256(message, 1000))
        == (try Hex.decode(
          "c917269a5954edca8b8870cc3033f948a36b0c643b7ef37d6c0b1dc0dd4b29af")))
  }

  @Test func `a shorter SHAKE128 output is the beginning of a longer output`() {
    let long = shake128([1, 2, 3], 400)
    for count in 0...400 { #expect(shake128([1, 2, 3], count) == Array(long.prefix(count))) }
  }

  @Test func `a SHAKE output read in several parts equals the output read at once`() {
    let whole = shake128([1, 2, 3], 400)
    for first in 0...400 {
      var sponge = KeccakSponge<168>()
      sponge.absorb([1, 2, 3].span)
      var output = sponge.output(suffix: 0x1f)
      var start = [UInt8](repeating: 0, count: first)
      var end = [UInt8](repeating: 0, count: 400 - first)
      var span = start.mutableSpan
      output.read(into: &span)
      span = end.mutableSpan
      output.read(into: &span)
      #expect(start + end == whole)
    }
  }

  @Test func `the SHAKE256 output for a message in two parts equals that for the whole`() {
    let message = [UInt8]((0..<400).map { UInt8(truncatingIfNeeded: $0) })
    let whole = shake256(message, 32)
    for first in 0...400 {
      var hash = SHAKE256()
      hash.update(message.span.extracting(0..<first))
      hash.update(message.span.extracting(first..<400))
      var output = [UInt8](repeating: 0, count: 32)
      var span = output.mutableSpan
      hash.finalize(into: &span)
      #expect(output == whole)
    }
  }

  private func shake128(_ message: [UInt8], _ count: Int) -> [UInt8] {
    var hash = SHAKE128()
    hash.update(message.span)
    var output = [UInt8](repeating: 0, count: count)
    var span = output.mutableSpan
    hash.finalize(into: &span)
    return output
  }

  private func shake256(_ message: [UInt8], _ count: Int) -> [UInt8] {
    var hash = SHAKE256()
    hash.update(message.span)
    var output = [UInt8](repeating: 0, count: count)
    var span = output.mutableSpan
    hash.finalize(into: &span)
    return output
  }
}
