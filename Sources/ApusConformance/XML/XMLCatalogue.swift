import ApusNet
import ApusSerialization

/// The catalogue of the W3C's XML suite, which contains groups of `TEST` elements in several files.
///
///     <!DOCTYPE TESTSUITE SYSTEM "testcases.dtd" [
///       <!ENTITY sun-valid SYSTEM "sun/sun-valid.xml">
///     ]>
///     <TESTSUITE>
///       <TESTCASES xml:base="sun/">&sun-valid;</TESTCASES>
///     </TESTSUITE>
///
/// The parser under test reads no external entities. Before the catalogue is parsed, references to
/// files are replaced by elements that contain the file names.
struct XMLCatalogue {
  /// The maximum depth of references between the files of a catalogue.
  static let depthLimit = 4

  private(set) var cases: [XMLCase] = []
  /// The folder of the XML test catalogue, to which the file names of the catalogue are relative.
  private let root: String
  /// The files that the XML test catalogue references by name.
  private var files: [XMLCatalogueText.File] = []

  /// Reads an XML test catalogue and each file that the catalogue references.
  init(at path: String) throws {
    root = Self.folder(of: path)
    try read(path, depth: 1)
  }

  /// Reads a catalogue file, which may have several top-level elements.
  private mutating func read(_ path: String, depth: Int) throws {
    guard depth <= Self.depthLimit else {
      throw CorpusError.missing(key: "end of its references", id: path)
    }
    let text = XMLCatalogueText(try Files.contents(of: path))
    files += text.files
    let document: XML.Document
    do throws(XML.ParsingError) {
      document = try XML.Document(bytes: text.group(naming: files))
    } catch {
      throw CorpusError.malformedXML(file: path, error)
    }
    try readElements(in: document.root, folder: Self.folder(of: path), depth: depth)
  }

  /// Reads the test cases in an XML element, whose documents are in the given folder.
  ///
  /// The documents of a file are in the folder of that file, independent of the base of the
  /// reference. XML Base section 4.3.
  private mutating func readElements(
    in element: XML.Element, folder: String, depth: Int
  ) throws {
    for child in element.elements {
      switch child.name.localName {
      case "TEST": cases.append(try XMLCase(child, folder: folder))
      case XMLCatalogueText.reference:
        guard let name = child["name"], let file = files.first(where: { $0.name == name }) else {
          throw CorpusError.missing(key: "name", id: XMLCatalogueText.reference)
        }
        try read(root + file.path, depth: depth + 1)
      default:
        let base = child.attributes.first {
          $0.name.localName == "base" && $0.name.namespace == XML.xmlNamespace
        }
        var inner = folder + (base?.value ?? "")
        if !inner.isEmpty, !inner.hasSuffix("/") { inner += "/" }
        try readElements(in: child, folder: inner, depth: depth)
      }
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

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
