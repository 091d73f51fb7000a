import ApusBytes
import ApusNet
import CApusSystem

/// A word of the command line, as bytes that may not be valid text.
///
/// A file name may contain any bytes except zero and the slash. The tool passes a word unchanged
/// from the start of the process to the system call, because a repaired text would name another
/// file.
struct Word: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The text that the bytes of the word encode in UTF-8, or `nil` if the bytes are not valid
  /// UTF-8.
  var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The file path that consists of the bytes of the word.
  var path: FilePath { FilePath(bytes: bytes) }
}

extension Word: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self.init(value) }
}

extension Word: CustomStringConvertible {
  /// The text of the word with invalid bytes escaped, such as `\xff`. The text may contain terminal
  /// control characters.
  var description: String { path.description }
}

extension Word {
  /// The arguments of the process, without the name of the program.
  ///
  /// The property `CommandLine.arguments` repairs text that is not UTF-8 and opens a file to read
  /// the arguments.
  static var ofProcess: [Word] {
    var words: [Word] = []
    // SAFETY: a C string that exists as long as the process, and that no thread changes.
    while let word = unsafe apus_argument(Int32(words.count + 1)) {
      var bytes: [UInt8] = []
      while true {
        let byte = unsafe UInt8(bitPattern: word[bytes.count])
        if byte == 0 { break }
        bytes.append(byte)
      }
      words.append(Word(bytes: bytes))
    }
    return words
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without leading and trailing spaces and tabs.
  var trimmed: [UInt8] {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    return drop(while: isBlank).reversed().drop(while: isBlank).reversed()
  }
}
