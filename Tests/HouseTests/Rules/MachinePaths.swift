/// No file names a folder of the machine it was written on.
struct MachinePaths: Rule {
  /// The paths are assembled, so that this file does not contain them.
  private let folders = ["tmp", "root", "home", "work", "Users"].map { Array("/\($0)/".utf8) }

  func breaches(in house: House) -> [Breach] {
    house.files.flatMap { file in
      var breaches: [Breach] = []
      var index = -1
      while index + 1 < file.bytes.count {
        index += 1
        guard file.bytes[index] == 0x2f, file.bytes.count - index > 5,
          !isInsidePath(index, in: file.bytes),
          folders.contains(where: { file.bytes[index...].starts(with: $0) })
        else { continue }
        let line = file.bytes[..<index].count { $0 == 0x0a } + 1
        breaches.append(Breach(file, line, "a path of one machine"))
      }
      return breaches
    }
  }

  /// Returns whether a slash follows a name, as in the path of an address.
  private func isInsidePath(_ index: Int, in bytes: [UInt8]) -> Bool {
    guard index > 0 else { return false }
    let before = bytes[index - 1] | 0x20
    return before &- 0x61 < 26 || bytes[index - 1] &- 0x30 < 10 || bytes[index - 1] == 0x2e
  }
}
