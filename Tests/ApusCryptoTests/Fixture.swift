import ApusNet

/// A file of the repository's `Fixtures` folder.
enum Fixture {
  static func bytes(_ path: String) throws -> [UInt8] {
    let root = #filePath.utf8.split(separator: 0x2f).dropLast(3)
    let folder = root.map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "/")
    return try Files.contents(of: "/\(folder)/Fixtures/\(path)")
  }
}
