/// A line has at most 100 columns, unless a program wrote it.
struct LineLength: Rule {
  private let limit = 100

  func breaches(in house: House) -> [Breach] {
    house.codeFiles.filter { !$0.isGenerated }.flatMap { file in
      file.lines.enumerated().compactMap { index, line in
        guard line.count > limit else { return nil }
        // Bytes that continue a character take no column.
        let columns = line.count { $0 & 0xc0 != 0x80 }
        guard columns > limit else { return nil }
        return Breach(file, index + 1, "\(columns) columns")
      }
    }
  }
}
