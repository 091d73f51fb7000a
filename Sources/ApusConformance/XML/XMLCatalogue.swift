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
