/// The bytes of an XML test catalogue, which are split at the first element.
struct XMLCatalogueText {
  /// The name of the XML element that replaces a reference to a file.
  static let reference = "FILE"

  /// A file that an XML test catalogue references with `<!ENTITY name SYSTEM "path">`.
  struct File: Equatable {
    let name: String
    let path: String
  }

  /// The files that the document type of the XML test catalogue declares.
  private(set) var files: [File] = []
  /// The bytes of the XML test catalogue from the first element to the end.
  private let content: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let start = rest.first {
      if rest.starts(with: "<!--".utf8) {
        rest = Self.rest(behind: "-->", in: rest)
      } else if rest.starts(with: "<?".utf8) {
        rest = Self.rest(behind: "?>", in: rest)
      } else if rest.starts(with: "<!ENTITY".utf8) {
        let behind = Self.rest(behind: ">", in: rest)
        if let file = Self.file(in: rest[..<behind.startIndex]) { files.append(file) }
        rest = behind
      } else if start == UInt8(ascii: "<"), !rest.starts(with: "<!".utf8) {
        break
      } else {
        rest = rest.dropFirst()
      }
    }
    content = rest
  }

  /// Returns the elements of the XML test catalogue inside a single element, with an element for
  /// each reference to a file.
  func group(naming files: [File]) -> [UInt8] {
    var bytes = Array("<TESTCASES>".utf8)
    var rest = content
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      bytes += rest[..<start]
      rest = rest[start...]
      let file = files.first { rest.starts(with: "&\($0.name);".utf8) }
      bytes += file.map { Array("<\(Self.reference) name=\"\($0.name)\"/>".utf8) } ?? [0x26]
      rest = rest.dropFirst(file.map { $0.name.utf8.count + 2 } ?? 1)
    }
    return bytes + rest + Array("</TESTCASES>".utf8)
  }

  /// Returns the file that an XML entity declaration names, or `nil` for another declaration.
  private static func file(in declaration: ArraySlice<UInt8>) -> File? {
    let text = String(decoding: declaration, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\r\n" || $0 == ">" }
    guard words.count == 4, words[2] == "SYSTEM", let quote = words[3].first,
      quote == "\"" || quote == "'", words[3].count > 2, words[3].last == quote
    else { return nil }
    return File(name: String(words[1]), path: String(words[3].dropFirst().dropLast()))
  }

  /// Returns the bytes after the next occurrence of a byte string, or an empty slice if the byte
  /// string does not occur.
  private static func rest(behind mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = bytes
    while !rest.isEmpty, !rest.starts(with: mark.utf8) { rest = rest.dropFirst() }
    return rest.dropFirst(mark.utf8.count)
  }
}
