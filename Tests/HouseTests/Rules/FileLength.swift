/// A file has at most 400 lines, unless a program wrote it.
struct FileLength: Rule {
  private let limit = 400

  func breaches(in house: House) -> [Breach] {
    house.codeFiles.filter { !$0.isGenerated }.compactMap { file in
      let count = file.bytes.count { $0 == 0x0a }
      guard count > limit else { return nil }
      return Breach(file, limit + 1, "\(count) lines")
    }
  }
}
