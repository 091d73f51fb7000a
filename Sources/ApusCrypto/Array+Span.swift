extension Array where Element == UInt8 {
  /// An array of a span's bytes.
  init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
  }
}
