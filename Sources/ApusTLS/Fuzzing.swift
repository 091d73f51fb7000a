#if APUS_FUZZING
  internal import Synchronization

  /// What fuzzers lift, so that flights of a server need neither be encrypted nor signed.
  ///
  /// Only `Tests/Fuzz` builds with the condition: in no product is there any of this, and a test
  /// checks that nothing else asks for it.
  enum Fuzzing {
    private static let state = Atomic<Bool>(false)

    /// Whether keys open nothing, every signature is right, and every Finished.
    static var liftsProofs: Bool {
      get { state.load(ordering: .relaxed) }
      set { state.store(newValue, ordering: .relaxed) }
    }
  }
#endif
