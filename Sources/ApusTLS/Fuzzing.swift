#if APUS_FUZZING
  internal import Synchronization

  /// Switches for fuzzers that turn off the decryption and the signature checks of a TLS handshake.
  ///
  /// Only the package `Tests/Fuzz` sets the compilation condition of the switches. No product of
  /// Apus contains the switches, and a test checks the compilation conditions of all other targets.
  enum Fuzzing {
    private static let state = Atomic<Bool>(false)

    /// A Boolean value that indicates whether the TLS client skips decryption and accepts every
    /// signature and every Finished message.
    static var liftsProofs: Bool {
      get { state.load(ordering: .relaxed) }
      set { state.store(newValue, ordering: .relaxed) }
    }
  }
#endif
