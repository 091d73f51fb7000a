/// The bytes of one run of a fuzzer, taken from both ends: settings first, then the message.
public struct Input {
  public private(set) var bytes: [UInt8]

  /// Copies the bytes that libFuzzer passes.
  public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    bytes = Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Takes the first byte; zero if none is left.
  public mutating func takeByte() -> Int {
    bytes.isEmpty ? 0 : Int(bytes.removeFirst())
  }

  /// Takes a number of bytes from the front; fewer if there are no more.
  public mutating func take(_ count: Int) -> [UInt8] {
    defer { bytes.removeFirst(min(count, bytes.count)) }
    return Array(bytes.prefix(count))
  }
}

/// Ends the run as a crash, with a text for the log.
public func require(_ condition: Bool, _ words: @autoclosure () -> String) {
  if !condition { fatalError(words()) }
}
