/// Facts about the calling task.
public enum CurrentTask {
  /// The preferred executor of the task; nil if it has no preference.
  ///
  /// A task that is started with this preference begins there, without waiting in a queue first.
  public static var preferredExecutor: (any TaskExecutor)? {
    // SAFETY: the task is the one that runs this code, and outlives it; the executor is retained.
    unsafe withUnsafeCurrentTask { unsafe $0?.unownedTaskExecutor?.asTaskExecutor() }
  }

  /// The executor for code of the caller.
  ///
  /// This is the task's preferred executor, or the global pool if the task prefers a shared loop.
  public static var executorOfCallers: any TaskExecutor {
    guard let preferred = preferredExecutor else { return globalConcurrentExecutor }
    return (preferred as? EventLoop)?.isShared == true ? globalConcurrentExecutor : preferred
  }
}
