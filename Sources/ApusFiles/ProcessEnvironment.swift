internal import CApusSystem

/// What this process was told when it was started.
public enum ProcessEnvironment {
  /// How long a value may be; a longer one counts as not set.
  public static let byteLimit = 65_536

  /// Returns the value of a variable; nil if it is not set, not UTF-8, or not to be believed.
  ///
  /// A program that runs with rights which its caller has not is told nothing by it.
  public static func value(of name: String) -> String? {
    bytes(of: name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns the value of a variable as it is: what names a file need not be text.
  public static func bytes(of name: String) -> [UInt8]? {
    guard !name.utf8.contains(0) else { return nil }
    var bytes: [UInt8] = []
    var length: Int64 = 0
    bytes.append(addingCapacity: byteLimit) { output in
      // SAFETY: C writes at most the capacity it is told, and returns how long the value is.
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        unsafe buffer.withMemoryRebound(to: CChar.self) { text in
          unsafe length = apus_environment(name, text.baseAddress, byteLimit)
        }
        count = 0...Int64(byteLimit) ~= length ? Int(length) : 0
      }
    }
    guard 0...Int64(byteLimit) ~= length else { return nil }
    return bytes
  }
}
