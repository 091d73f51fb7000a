/// The search for a byte string in a longer byte sequence.
extension ByteScan {
  /// Returns the index of the first occurrence of a nonempty byte string, or `nil` if the byte
  /// string does not occur.
  ///
  /// The search compares sixteen positions at a time with the first and the last byte of the
  /// literal. At a position with two equal bytes, the search compares the remaining bytes. In
  /// hostile input that contains the two bytes at every position, the cost of each position is
  /// bounded by the length of the literal.
  public static func firstPlace(of literal: Span<UInt8>, in bytes: Span<UInt8>) -> Int? {
    precondition(!literal.isEmpty)
    guard bytes.count >= literal.count else { return nil }
    let reach = literal.count &- 1
    let first = SIMD16<UInt8>(repeating: literal[0])
    let last = SIMD16<UInt8>(repeating: literal[reach])
    // A match has the length of the literal, so the index of its last byte is below the number of
    // bytes.
    let end = bytes.count &- reach
    var at = 0
    while at &+ 64 <= end {
      let one = places(first, last, reach, bytes, at)
      let two = places(first, last, reach, bytes, at &+ 16)
      let three = places(first, last, reach, bytes, at &+ 32)
      let four = places(first, last, reach, bytes, at &+ 48)
      let any = words((one .| two) .| (three .| four))
      if any.x | any.y != 0 {
        for (offset, mask) in [(0, one), (16, two), (32, three), (48, four)] {
          let found = place(of: literal, among: words(mask), from: at &+ offset, in: bytes)
          if let found { return found }
        }
      }
      at &+= 64
    }
    while at < end {
      if bytes[at] == literal[0], stands(literal, at: at, in: bytes) { return at }
      at &+= 1
    }
    return nil
  }

  /// Returns a mask of the positions, among sixteen, that match the first and the last byte of the
  /// literal.
  @inline(__always)
  private static func places(
    _ first: SIMD16<UInt8>, _ last: SIMD16<UInt8>, _ reach: Int, _ bytes: Span<UInt8>, _ at: Int
  ) -> SIMDMask<SIMD16<Int8>> {
    (load(bytes, at) .== first) .& (load(bytes, at &+ reach) .== last)
  }

  /// Returns the first position of the mask at which the whole literal occurs.
  private static func place(
    of literal: Span<UInt8>, among mask: SIMD2<UInt64>, from start: Int, in bytes: Span<UInt8>
  ) -> Int? {
    for lane in 0..<16 {
      let word = lane < 8 ? mask.x : mask.y
      guard word &>> UInt64((lane & 7) &* 8) & 1 != 0 else { continue }
      if stands(literal, at: start &+ lane, in: bytes) { return start &+ lane }
    }
    return nil
  }

  private static func stands(
    _ literal: Span<UInt8>, at start: Int, in bytes: Span<UInt8>
  ) -> Bool {
    for index in literal.indices where bytes[start &+ index] != literal[index] { return false }
    return true
  }
}
