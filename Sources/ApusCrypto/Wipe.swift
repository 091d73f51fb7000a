internal import ApusBytes
internal import CApus

/// Functions that overwrite secrets in memory.
enum Wipe {
  /// Overwrites integers with zeros that the optimizer cannot remove.
  static func value<Value: BitwiseCopyable>(_ value: inout Value) {
    // SAFETY: C writes exactly the bytes of the value, within this call. Every type this is called
    // with consists of integers alone, for which zeros are a valid value.
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe apus_wipe(bytes.baseAddress, bytes.count)
    }
  }

  /// Overwrites the stack below the caller, which the returned calls used for their frames.
  ///
  /// Arithmetic on a secret leaves parts of it there, in memory that no variable names any more.
  @inline(never)
  static func stack() {
    var frame = InlineArray<1024, UInt64>(repeating: 0)
    value(&frame)
  }
}

extension SecretBytes {
  /// Creates a secret of random bytes.
  init(randomCount count: Int, from random: some RandomSource) throws(CryptoError) {
    do throws(RandomError) {
      try self.init(count: count) { (bytes) throws(RandomError) in try random.fill(&bytes) }
    } catch {
      throw .randomness(error)
    }
  }

  /// Creates a copy of one of two secrets of the same length: the first if the mask is yes.
  init(selecting yes: Span<UInt8>, if mask: Mask, else no: Span<UInt8>) {
    self.init(count: yes.count) { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(
          truncatingIfNeeded: mask.select(UInt64(yes[index]), UInt64(no[index])))
      }
    }
  }

  /// Creates a secret of the bytes of one secret followed by the bytes of another.
  init(joining first: borrowing SecretBytes, and second: borrowing SecretBytes) {
    let middle = first.count
    self.init(zeros: middle + second.count)
    withMutableBytes { bytes in
      first.withBytes { bytes.copy($0) }
      second.withBytes { bytes.copy($0, at: middle) }
    }
  }
}
