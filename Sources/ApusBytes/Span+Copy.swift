/// The operations that copy borrowed bytes at the speed of `memcpy`. A loop over subscripts is
/// slower.
extension Span where Element == UInt8 {
  /// Returns a copy of the bytes as an array.
  @inlinable
  public func copy() -> [UInt8] {
    // SAFETY: The pointer is used only within the call, and the span is valid during the call.
    unsafe withUnsafeBufferPointer { unsafe Array($0) }
  }
}

extension String {
  /// Creates a text from borrowed bytes. Invalid UTF-8 is replaced by U+FFFD.
  ///
  /// Most texts are short. The initializer validates a short text in place and copies the text only
  /// once.
  @inlinable
  public init(copying bytes: Span<UInt8>) {
    // SAFETY: The pointer is used only within the call, and the span is valid during the call. The
    // text has room for the bytes, and all of them are initialized.
    self = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe String(unsafeUninitializedCapacity: source.count) { text in
        unsafe text.update(fromContentsOf: source)
      }
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends the bytes of a span to the array.
  @inlinable
  public mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: The pointer is used only within the call, and the span is valid during the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension MutableSpan where Element == UInt8 {
  /// Overwrites bytes of the span with the same number of borrowed bytes. The borrowed bytes must
  /// fit into the span.
  ///
  /// The method moves four to sixteen bytes as two integers that may overlap, because a call of a
  /// copy function takes longer.
  @inlinable @inline(__always)
  public mutating func replace(at place: Int, with bytes: Span<UInt8>) {
    let byteCount = bytes.count
    precondition(place >= 0 && place <= count && byteCount <= count &- place)
    // SAFETY: The two pointers are used only within the calls, and all writes are within the span.
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
