import CApusSystem

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
