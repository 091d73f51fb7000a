internal import ApusBytes
internal import CApus

/// The functions that overwrite secrets in memory.
enum Wipe {
  /// Overwrites a value with zeros in a way that the optimizer cannot remove.
  static func value<Value: BitwiseCopyable>(_ value: inout Value) {
    // SAFETY: C writes exactly the bytes of the value within this call. Every caller passes a type
    // that consists only of integers, and zeros are a valid value of the type.
    unsafe withUnsafeMutableBytes(of: &value) { bytes in
      unsafe apus_wipe(bytes.baseAddress, bytes.count)
    }
  }

  /// Overwrites the stack memory below the caller's frame, which can contain secrets of earlier
  /// calls.
  ///
  /// Arithmetic with a secret can leave copies of the secret in unused stack memory.
  @inline(never)
  static func stack() {
    var frame = InlineArray<1024, UInt64>(repeating: 0)
    value(&frame)
  }
}

extension SecretBytes {
  /// Creates a secret from random bytes.
  init(randomCount count: Int, from random: some RandomSource) throws(CryptoError) {
    do throws(RandomError) {
      try self.init(count: count) { (bytes) throws(RandomError) in try random.fill(&bytes) }
    } catch {
      throw .randomness(error)
    }
  }

  /// Creates a copy of one of two secrets with the same length.
  ///
  /// The mask selects the first secret if the mask is set, and the second secret otherwise.
  init(selecting yes: Span<UInt8>, if mask: Mask, else no: Span<UInt8>) {
    self.init(count: yes.count) { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(
          truncatingIfNeeded: mask.select(UInt64(yes[index]), UInt64(no[index])))
      }
    }
  }

  /// Creates a secret from the bytes of one secret followed by the bytes of a second secret.
  init(joining first: borrowing SecretBytes, and second: borrowing SecretBytes) {
    let middle = first.count
    self.init(zeros: middle + second.count)
    withMutableBytes { bytes in
      first.withBytes { bytes.copy($0) }
      second.withBytes { bytes.copy($0, at: middle) }
    }
  }
}
