/// A queue of executor jobs, each of which runs once.
struct JobQueue {
  private var jobs: [UnownedJob] = []

  var isEmpty: Bool { jobs.isEmpty }

  mutating func append(_ job: UnownedJob) { jobs.append(job) }

  /// Moves all jobs of another queue to this queue.
  mutating func take(_ other: inout JobQueue) {
    guard !other.isEmpty else { return }
    if jobs.isEmpty { return swap(&jobs, &other.jobs) }
    jobs.append(contentsOf: other.jobs)
    other.jobs.removeAll(keepingCapacity: true)
  }

  /// Changes the order of the jobs. The closure receives the number of remaining jobs, and returns
  /// the index of the job that runs next.
  mutating func reorder(_ next: (_ count: Int) -> Int) {
    for place in jobs.indices.dropLast() {
      jobs.swapAt(place, place + next(jobs.count - place))
    }
  }

  /// Runs jobs on the current thread until a time limit, and runs at least one job. Returns `false`
  /// if jobs remain.
  mutating func run(on executor: some TaskExecutor, until end: UInt64) -> Bool {
    // SAFETY: the executor lives until the call returns, and each job runs once.
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

  /// Runs the jobs of a stopped event loop in the global pool.
  mutating func runElsewhere() {
    for job in jobs { Self.runElsewhere(job) }
    jobs.removeAll()
  }

  static func runElsewhere(_ job: UnownedJob) {
    globalConcurrentExecutor.enqueue(ExecutorJob(job))
  }
}
