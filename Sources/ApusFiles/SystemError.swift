internal import ApusBytes
internal import CApusSystem

/// A failed system call, with the path or the address of the call and the kernel's error number.
public struct SystemError: Error, Equatable, Sendable {
  /// The name of the failed system call, such as `open`.
  public let call: String
  /// The path or the address that the system call used.
  public let subject: String
  /// The kernel's error number of the failed system call.
  public let errno: Int32
  /// The kind of the file if the path does not lead to a regular file.
  /// The value is `nil` for an error of the kernel.
  public let found: FileKind?

  /// The maximum number of bytes of a path in an error message, which is the kernel's limit for a
  /// path.
  package static let subjectLimit = 4096

  package init(_ call: String, _ subject: String, result: Int64) {
    self.call = call
    self.subject = subject
    self.errno = Int32(truncatingIfNeeded: -result)
    found = nil
  }

  /// Creates the error for a path that does not lead to a regular file.
  package init(_ call: String, _ subject: String, found kind: FileKind) {
    self.call = call
    self.subject = subject
    errno = Int32(truncatingIfNeeded: Files.invalidArgument)
    found = kind
  }
}

extension SystemError {
  /// A Boolean value that indicates whether a file or folder of the path does not exist.
  package var isMissingFile: Bool { errno == 2 }
}

extension SystemError: CustomStringConvertible {
  public var description: String {
    let name = "\(call) \(ForeignText.escaped(subject.utf8, limit: Self.subjectLimit))"
    if let found {
      return "\(name): the path leads to \(found), but only a regular file can be read"
    }
    var words = [CChar](repeating: 0, count: 256)
    // SAFETY: C writes at most the given capacity, and returns the number of written bytes.
    let count = unsafe apus_error_text(errno, &words, words.count)
    let text = String(decoding: words.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "\(name): \(text)"
  }
}
