internal import CApusNet

/// A namespace for facts about the current process.
public enum CurrentProcess {
  /// A Boolean value that indicates whether this is a child of `fork` that has not called `exec`.
  ///
  /// The parent had started an event loop or a pool, and none of their threads exist in the child.
  /// Every call that needs such a thread throws `NetError.forked`, and nothing is sent over the
  /// parent's connections. A process that forks before it first uses an event loop or a pool is not
  /// affected.
  @inline(__always)
  public static var isForkedChild: Bool { apus_is_forked() != 0 }
}
