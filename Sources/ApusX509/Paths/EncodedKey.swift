extension X509 {
  /// DER as the key of a dictionary: a name, or a public key.
  ///
  /// Every byte counts, so that nobody can make many keys of one hash; eight at a time, because a
  /// search looks up a few of them and does little else but check signatures.
  struct EncodedKey: Hashable, Sendable {
    let der: ArraySlice<UInt8>

    init(_ der: ArraySlice<UInt8>) {
      self.der = der
    }

    func hash(into hasher: inout Hasher) {
      let bytes = der.span
      var word = UInt64(truncatingIfNeeded: bytes.count)
      for index in bytes.indices {
        word = word << 8 | UInt64(bytes[index])
        if index & 7 == 7 {
          hasher.combine(word)
          word = 0
        }
      }
      hasher.combine(word)
    }

    static func == (left: EncodedKey, right: EncodedKey) -> Bool { left.der == right.der }
  }
}
