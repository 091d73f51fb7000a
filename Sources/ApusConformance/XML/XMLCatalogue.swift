import ApusNet
import ApusSerialization

/// The catalogue of the W3C's XML suite: `TEST` elements, in groups, over several files.
///
///     <!DOCTYPE TESTSUITE SYSTEM "testcases.dtd" [
///       <!ENTITY sun-valid SYSTEM "sun/sun-valid.xml">
///     ]>
///     <TESTSUITE>
///       <TESTCASES xml:base="sun/">&sun-valid;</TESTCASES>
///     </TESTSUITE>
///
/// The reader under test reads no external entities. References to files are replaced by elements
/// with the names of the files before the catalogue is read.
struct XMLCatalogue {
  /// The largest depth of references between files.
  static let depthLimit = 4

  private(set) var cases: [XMLCase] = []
  /// The folder of the catalogue; the names of its files are relative to it.
  private let root: String
  /// The files that the catalogue refers to by names.
  private var files: [XMLCatalogueText.File] = []

  /// Reads a catalogue with all the files that it refers to.
  init(at path: String) throws {
    root = Self.folder(of: path)
    try read(path, depth: 1)
  }

  /// Reads one file, which can be a part of the catalogue with several elements in a row.
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

  /// Reads the cases in an element, whose documents are in a folder.
  ///
  /// The elements of a file are in the folder of that file, for any base around the reference. XML
  /// Base section 4.3.
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
