extension X509 {
  /// What a certificate breaks that can be looked over where it is only shown.
  ///
  /// A strict reading throws the first flaw; a tolerant one keeps each and goes on. RFC 5280
  /// section 4.1.
  struct Flaws {
    /// How many flaws a certificate may have and still be shown.
    static let limit = 256

    let areTolerated: Bool
    private(set) var list: [X509Error] = []

    init(areTolerated: Bool) {
      self.areTolerated = areTolerated
    }

    /// Throws an error, or keeps it.
    mutating func note(_ error: X509Error) throws(X509Error) {
      guard areTolerated, list.count < Self.limit else { throw error }
      list.append(error)
    }

    /// Throws what a check throws, or keeps it.
    mutating func noting(_ check: () throws(X509Error) -> Void) throws(X509Error) {
      do throws(X509Error) {
        try check()
      } catch {
        try note(error)
      }
    }
  }
}
