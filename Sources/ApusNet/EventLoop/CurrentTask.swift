/// A namespace for properties of the calling task.
public enum CurrentTask {
  /// The preferred executor of the calling task, or `nil` if the task has no preference.
  ///
  /// A task that is started with this executor preference runs on the executor from its first
  /// instruction.
  public static var preferredExecutor: (any TaskExecutor)? {
    // SAFETY: the task runs this code and outlives it, and the executor is retained.
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor?.asTaskExecutor() }
  }

  /// The executor on which callbacks of the program run.
  ///
  /// The value is the preferred executor of the calling task, or the global pool if the task
  /// prefers a shared event loop.
  public static var executorOfCallers: any TaskExecutor {
    guard let preferred = preferredExecutor else { return globalConcurrentExecutor }
    return (preferred as? EventLoop)?.isShared == true ? globalConcurrentExecutor : preferred
  }
}
