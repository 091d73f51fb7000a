import ApusBytes
import ApusNet

/// A word of the command line: bytes, which need not be text.
///
/// The name of a file may hold any bytes but zero and the slash. A word stays as it was typed from
/// the start of the process to the system call, because its repaired text names another file.
struct Word: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The text that the bytes spell in UTF-8; nil if they spell none.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path that the word is.
  var path: FilePath { FilePath(bytes: bytes) }
}

extension Word: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(value) }
}

extension Word: CustomStringConvertible {
  /// The text, or the bytes beyond ASCII as `\xff`; a terminal may obey it.
  var description: String { path.description }
}
