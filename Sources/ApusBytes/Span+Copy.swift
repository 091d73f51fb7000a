/// Copies out of borrowed bytes at the speed of `memcpy`, which a loop over subscripts is not.
extension Span where Element == UInt8 {
  /// Returns the bytes as an array of their own.
  @inlinable
  public func copy() -> [UInt8] {
    // SAFETY: the pointer is used within the call, which the span outlives.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension String {
  /// Creates text from borrowed bytes; invalid UTF-8 becomes U+FFFD.
  ///
  /// Short text is the most frequent. It is validated in place and copied only once.
  @inlinable
  public init(copying bytes: Span<UInt8>) {
    // SAFETY: the pointer is used within the call, during which the span is valid; the text has
    // room for that number of bytes, and all of them are initialised.
    self = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe String(unsafeUninitializedCapacity: source.count) { text in
        unsafe text.update(fromContentsOf: source)
      }
    }
  }
}

extension Array where Element == UInt8 {
  /// Adds borrowed bytes at the end.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: as above.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension MutableSpan where Element == UInt8 {
  /// Puts borrowed bytes in the place of as many; they must fit.
  ///
  /// Sixteen and less are moved as two numbers that may overlap, which a call takes longer than.
  @inlinable @inline(__always)
  public mutating func replace(at place: Int, with bytes: Span<UInt8>) {
    let byteCount = bytes.count
    precondition(place >= 0 && place <= count && byteCount <= count &- place)
    // SAFETY: both pointers are used within the calls, and all writes are inside the span.
    unsafe withUnsafeMutableBytes { target in
      let target = unsafe UnsafeMutableRawBufferPointer(
        rebasing: target[place..<place &+ byteCount])
      unsafe bytes.withUnsafeBytes { source in
        if byteCount > 16 || byteCount < 4 {
          unsafe target.copyMemory(from: source)
        } else if byteCount >= 8 {
          let first = unsafe source.loadUnaligned(as: UInt64.self)
          let last = unsafe source.loadUnaligned(fromByteOffset: byteCount &- 8, as: UInt64.self)
          unsafe target.storeBytes(of: first, as: UInt64.self)
          unsafe target.storeBytes(of: last, toByteOffset: byteCount &- 8, as: UInt64.self)
        } else {
          let first = unsafe source.loadUnaligned(as: UInt32.self)
          let last = unsafe source.loadUnaligned(fromByteOffset: byteCount &- 4, as: UInt32.self)
          unsafe target.storeBytes(of: first, as: UInt32.self)
          unsafe target.storeBytes(of: last, toByteOffset: byteCount &- 4, as: UInt32.self)
        }
      }
    }
  }
}
