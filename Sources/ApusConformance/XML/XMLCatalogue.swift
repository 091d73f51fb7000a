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
/// The reader that is judged reads no external entity. Where the catalogue refers to a file, an
/// element that names the file is put before the catalogue is read.
struct XMLCatalogue {
  /// How many files may refer to each other in a row.
  static let depthLimit = 4

  private(set) var cases: [XMLCase] = []
  /// The folder of the catalogue, in which its files are named.
  private let root: String
  /// The files that the catalogue refers to by names.
  private var files: [XMLCatalogueText.File] = []

  /// Reads a catalogue with all the files that it refers to.
  init(at path: String) throws {
    root = Self.folder(of: path)
    try read(path, depth: 1)
  }

  /// Reads one file, which may be a part of the catalogue with several elements side by side.
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

  /// Takes the cases in an element, whose documents lie in a folder.
  ///
  /// What stands in a file lies in the folder of that file, whatever is said around the reference.
  /// XML Base section 4.3.
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
