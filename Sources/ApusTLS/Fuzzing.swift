#if APUS_FUZZING
  internal import Synchronization

  /// Switches for fuzzers, so that a server's flight need be neither encrypted nor signed.
  ///
  /// Only `Tests/Fuzz` builds with the condition. No product contains this code, and a test checks
  /// that no other target sets the condition.
  enum Fuzzing {
    private static let state = Atomic<Bool>(false)

    /// A Boolean value that indicates whether decryption is skipped, and every signature and every
    /// Finished is accepted.
    static var liftsProofs: Bool {
      get { state.load(ordering: .relaxed) }
      set { state.store(newValue, ordering: .relaxed) }
    }
  }
#endif
