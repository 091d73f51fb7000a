/// The bytes of one run of a fuzzer, taken from both ends: settings first, then the message.
public struct Input {
  public private(set) var bytes: [UInt8]

  /// A copy of what libFuzzer hands over.
  public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Takes a byte off the front; zero where none is left.
  public mutating func takeByte() -> Int {
    bytes.isEmpty ? 0 : Int(bytes.removeFirst())
  }

  /// Takes so many bytes off the front; fewer where there are no more.
  public mutating func take(_ count: Int) -> [UInt8] {
    defer { bytes.removeFirst(min(count, bytes.count)) }
    return Array(bytes.prefix(count))
  }
}

/// Ends the run as a crash, with words for whoever reads the log.
public func require(_ condition: Bool, _ words: @autoclosure () -> String) {
  if !condition { fatalError(words()) }
}
