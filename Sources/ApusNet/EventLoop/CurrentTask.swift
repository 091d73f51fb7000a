/// A namespace for facts about the calling task.
public enum CurrentTask {
  /// The preferred executor of the calling task, or `nil` if the task has no preference.
  ///
  /// A task that is started with this preference begins on the executor, without waiting in a queue
  /// first.
  public static var preferredExecutor: (any TaskExecutor)? {
    // SAFETY: the task runs this code and outlives it, and the executor is retained.
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor?.asTaskExecutor() }
  }

  /// The executor for code of the caller.
  ///
  /// The value is the preferred executor of the calling task, or the global pool if the task
  /// prefers a shared event loop.
  public static var executorOfCallers: any TaskExecutor {
    guard let preferred = preferredExecutor else { return globalConcurrentExecutor }
    return (preferred as? EventLoop)?.isShared == true ? globalConcurrentExecutor : preferred
  }
}
