internal import CApusNet

/// A namespace for properties of the current process.
public enum CurrentProcess {
  /// A Boolean value that indicates whether this is a child of `fork` that has not called `exec`.
  ///
  /// The threads of the parent's event loops and pools do not exist in the child. In the child,
  /// every call that needs a thread throws `NetError.forked`, and no bytes are sent over the
  /// parent's connections. A process that forks before it first uses an event loop or a pool is not
  /// affected.
  @inline(__always)
  public static var isForkedChild: Bool { apus_is_forked() != 0 }
}
