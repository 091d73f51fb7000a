/// Copies out of borrowed bytes at the speed of `memcpy`, which a loop over subscripts is not.
extension Span where Element == UInt8 {
  /// The bytes as an array of their own.
  @inlinable
  public func copy() -> [UInt8] {
    // SAFETY: the pointer is used within the call, which the span outlives.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension String {
  /// Text from borrowed bytes; what is not UTF-8 in them becomes U+FFFD.
  ///
  /// Short text, most of what is read, is checked where it is made and copied only once.
  @inlinable
  public init(copying bytes: Span<UInt8>) {
    // SAFETY: the pointer is used within the call, which the span outlives; the text has room for
    // as many bytes, all of which are initialised.
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
  @inlinable @inline(__always)
  public mutating func replace(at place: Int, with bytes: Span<UInt8>) {
    precondition(place >= 0 && place <= count && bytes.count <= count &- place)
    // SAFETY: both pointers are used within the calls, and what is written lies in the span.
    unsafe withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        _ = unsafe target.extracting(place..<place &+ source.count).update(fromContentsOf: source)
      }
    }
  }
}
