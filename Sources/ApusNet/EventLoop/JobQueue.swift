/// Parts of tasks that wait to be run, each of which is taken out once.
struct JobQueue {
  private var jobs: [UnownedJob] = []

  var isEmpty: Bool { jobs.isEmpty }

  mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// Takes over what waits in another queue.
  mutating func take(_ other: inout JobQueue) {
    guard !other.isEmpty else { return }
    if jobs.isEmpty { return swap(&jobs, &other.jobs) }
    jobs.append(contentsOf: other.jobs)
    other.jobs.removeAll(keepingCapacity: true)
  }

  /// Runs the jobs on this thread until a moment of the kernel's clock has come; false if some are
  /// left then. One job is run at least.
  mutating func run(on executor: some TaskExecutor, until end: UInt64) -> Bool {
    // SAFETY: the executor lives until the call returns, and each job is run once.
    let executor = unsafe UnownedTaskExecutor(ordinary: executor)
    for index in jobs.indices {
      unsafe jobs[index].runSynchronously(on: executor)
      guard index + 1 == jobs.count || Kernel.now() < end else {
        jobs.removeSubrange(...index)
        return false
      }
    }
    jobs.removeAll(keepingCapacity: true)
    return true
  }

  /// Lets the global pool run the jobs, of a loop that has stopped.
  mutating func runElsewhere() {
    for job in jobs { Self.runElsewhere(job) }
    jobs.removeAll()
  }

  static func runElsewhere(_ job: UnownedJob) {
    globalConcurrentExecutor.enqueue(ExecutorJob(job))
  }
}
