/// Facts about the calling task.
public enum CurrentTask {
  /// The executor that the task prefers, if it has said so.
  ///
  /// A task that is begun for it goes there too: it does not stand in a queue that its own does not
  /// stand in.
  public static var preferredExecutor: (any TaskExecutor)? {
    // SAFETY: the task is the one that runs this, and lives as long; the executor is retained.
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor?.asTaskExecutor() }
  }

  /// Where code of a caller's may run for the task.
  ///
  /// That is where the task prefers to run, or the global pool in place of a loop that is shared.
  public static var executorOfCallers: any TaskExecutor {
    guard let preferred = preferredExecutor else { return globalConcurrentExecutor }
    return (preferred as? EventLoop)?.isShared == true ? globalConcurrentExecutor : preferred
  }
}
