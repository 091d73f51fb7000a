internal import ApusBytes

extension SecretBytes {
  /// A secret of random bytes.
  init(randomCount count: Int, from random: some RandomSource) throws(CryptoError) {
    do throws(RandomError) {
      try self.init(count: count) { (bytes) throws(RandomError) in try random.fill(&bytes) }
    } catch {
      throw .randomness(error)
    }
  }

  /// The bytes of one secret for yes and of another, of the same length, for no.
  init(selecting yes: Span<UInt8>, if mask: Mask, else no: Span<UInt8>) {
    self.init(count: yes.count) { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(
          truncatingIfNeeded: mask.select(UInt64(yes[index]), UInt64(no[index])))
      }
    }
  }

  /// The bytes of one secret and then those of another.
  init(joining first: borrowing SecretBytes, and second: borrowing SecretBytes) {
    let middle = first.count
    self.init(zeros: middle + second.count)
    withMutableBytes { bytes in
      first.withBytes { bytes.copy($0) }
      second.withBytes { bytes.copy($0, at: middle) }
    }
  }
}
