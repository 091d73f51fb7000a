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
