extension X509 {
  /// How many signatures may still be checked, and whether one more was wanted.
  ///
  /// Whoever is refused one says nothing of worth, and the whole search ends.
  struct SignatureAllowance {
    private var left: Int
    private(set) var isOverdrawn = false

    init(_ count: Int) {
      left = count
    }

    /// Takes the right to check one signature, if there is one left.
    mutating func take() -> Bool {
      guard left > 0 else {
        isOverdrawn = true
        return false
      }
      left -= 1
      return true
    }
  }
}
