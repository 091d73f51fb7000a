import ApusNet
import Glibc

/// The resources that this process has used according to the kernel and the C library.
enum ProcessUse {
  /// The processor time of all threads in nanoseconds.
  static var nanoseconds: Int {
    var now = timespec()
    // SAFETY: C fills the structure within the call.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

  /// Returns the resident memory in KiB.
  static func resident() throws -> Int { try status("VmRSS:") }

  /// Returns the peak of the resident memory in KiB.
  static func peak() throws -> Int { try status("VmHWM:") }

  /// Returns the number of times that the thread with a given name has slept.
  static func sleeps(of thread: String) throws -> Int {
    for task in try Files.names(in: "/proc/self/task") {
      let folder = "/proc/self/task/" + task
      guard try Files.contents(of: folder + "/comm").starts(with: thread.utf8) else { continue }
      return try status("voluntary_ctxt_switches:", in: folder)
    }
    return 0
  }

  private static func status(_ name: String, in folder: String = "/proc/self") throws -> Int {
    for line in try Files.contents(of: folder + "/status").split(separator: 0x0a)
    where line.starts(with: name.utf8) {
      let digits = line.filter { (0x30...0x39).contains($0) }
      return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }
    return 0
  }
}
