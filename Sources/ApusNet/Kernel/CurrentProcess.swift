internal import CApusNet

/// Facts about the process that this code runs in.
public enum CurrentProcess {
  /// Whether this is a child of `fork` that has not called `exec`.
  ///
  /// Its parent had started a loop or a pool, and none of their threads is in the child. Every call
  /// that would need one throws `NetError.forked`, and nothing is sent over the parent's
  /// connections. A process that forks before it uses any of this is not affected.
  @inline(__always)
  public static var isForkedChild: Bool { apus_is_forked() != 0 }
}
