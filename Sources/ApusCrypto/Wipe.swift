internal import ApusBytes
internal import CApus

/// Overwriting what must not be found later.
enum Wipe {
  /// Overwrites integers with zeros that no optimiser may leave out.
  static func value<Value: BitwiseCopyable>(_ value: inout Value) {
    // SAFETY: C writes exactly the bytes of the value, within this call, and every type this is
    // called with is made of integers alone, for which zeros are a value.
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe apus_wipe(bytes.baseAddress, bytes.count)
    }
  }

  /// Overwrites the stack below the caller, where the calls that just returned had their frames.
  ///
  /// Arithmetic on a secret leaves pieces of it there that no variable stands for any more.
  @inline(never)
  static func stack() {
    var frame = InlineArray<1024, UInt64>(repeating: 0)
    value(&frame)
  }
}

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
