import CApusSystem

/// The check of the process's limit for open files.
///
/// Without free file descriptors libdispatch ends the process by a signal when the first task
/// begins, so the tool checks the limit before.
enum DescriptorLimit {
  /// The error for a process that may open too few files to start, or `nil` for a sufficient limit.
  static var complaint: String? {
    let needed = Int(APUS_RESERVED_DESCRIPTORS)
    let free = (0...needed).last { apus_has_free_descriptors(Int32($0)) != 0 } ?? 0
    guard free < needed else { return nil }
    return complaint(limit: Int(apus_descriptor_limit()), missing: needed - free)
  }

  static func complaint(limit: Int, missing: Int) -> String {
    "too few file descriptors: the limit is \(limit), and apus needs at least \(limit + missing); "
      + "raise the limit (ulimit -n)"
  }
}
