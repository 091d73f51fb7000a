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

  /// Runs the jobs on this thread, and keeps the memory for others.
  mutating func run(on executor: some TaskExecutor) {
    // SAFETY: the executor lives until the call returns, and each job is run once.
    let executor = unsafe executor.asUnownedTaskExecutor()
    for job in jobs { unsafe job.runSynchronously(on: executor) }
    jobs.removeAll(keepingCapacity: true)
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
