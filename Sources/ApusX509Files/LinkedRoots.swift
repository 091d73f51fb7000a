internal import CApusSystem

/// The roots that are linked into the program with the product `ApusRoots`.
enum LinkedRoots {
  /// The text of PEM, or nil if the program does not have that product.
  static var text: [UInt8]? {
    // SAFETY: the table is constant and has that length.
    let roots = unsafe apus_linked_roots()
    let bytes = unsafe UnsafeBufferPointer(start: roots.text, count: roots.length)
    return bytes.isEmpty ? nil : unsafe Array(bytes)
  }
}
