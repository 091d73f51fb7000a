internal import CApusSystem

/// The environment variables of the process.
public enum ProcessEnvironment {
  /// The maximum number of bytes of an environment variable.
  /// A variable with a longer value counts as not set.
  public static let byteLimit = 65_536

  /// Returns the value of an environment variable.
  /// The value is `nil` if the variable is not set, not valid UTF-8, or not trusted.
  ///
  /// A program with more privileges than its caller ignores all environment variables.
  public static func value(of name: String) -> String? {
    bytes(of: name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// Returns the bytes of an environment variable, because a file name in a variable need not be
  /// valid text.
  public static func bytes(of name: String) -> [UInt8]? {
    guard !name.utf8.contains(0) else { return nil }
    var bytes: [UInt8] = []
    var length: Int64 = 0
    bytes.append(addingCapacity: byteLimit) { output in
      // SAFETY: C writes at most the given capacity, and returns the length of the value.
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
