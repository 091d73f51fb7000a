internal import CApusSystem

/// The root certificates that are linked into the program with the product `ApusRoots`.
enum LinkedRoots {
  /// The PEM text of the linked root certificates, or `nil` if the program does not have the
  /// product `ApusRoots`.
  static var text: [UInt8]? {
    // SAFETY: the table of root certificates is constant and has the stated length.
    let roots = unsafe apus_linked_roots()
    let bytes = unsafe UnsafeBufferPointer(start: roots.text, count: roots.length)
    return bytes.isEmpty ? nil : unsafe Array(bytes)
  }
}
