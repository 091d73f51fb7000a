import ApusNet

/// Documents written for this package, each for one rule of XML 1.0 or of its namespaces.
struct XMLFixtures {
  /// A document and its path.
  struct File: CustomStringConvertible {
    let name: String
    let path: String
    let bytes: [UInt8]
    var description: String { name }

    /// A Boolean value that indicates whether it has a document type; readers differ there.
    var hasDocumentType: Bool { contains("<!DOCTYPE") }

    /// Returns whether its bytes contain some ASCII.
    func contains(_ text: String) -> Bool {
      bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
    }
  }

  static let root =
    #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fixtures/xml"

  /// The documents of a folder.
  static func files(in folder: String) throws -> [File] {
    try Files.names(in: "\(root)/\(folder)").map { name in
      let path = "\(root)/\(folder)/\(name)"
      return File(name: "\(folder)/\(name)", path: path, bytes: try Files.contents(of: path))
    }
  }

  /// The rules of the documents that cannot have them in a comment.
  static func index() throws -> [String] {
    String(decoding: try Files.contents(of: "\(root)/index.txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }
}
