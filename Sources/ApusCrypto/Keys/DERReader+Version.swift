import ApusASN1

extension DERReader {
  /// Reads the version that a structure of private keys begins with.
  @discardableResult
  mutating func readVersion(
    _ known: ClosedRange<Int>, in der: Span<UInt8>
  ) throws(CryptoError) -> Int {
    let at = position
    var next = self
    let version = try wrapping { () throws(ASN1Error) in try next.readInteger(in: der) }
    guard known.contains(version) else { throw .unsupportedVersion(version, at: at) }
    self = next
    return version
  }
}
