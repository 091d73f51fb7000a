/// The scripts that delete one check after another name existing files.
///
/// The start of a path may be a constant of the script: `TLS = "Sources/ApusTLS/"`.
struct Deletions: Rule {
  func breaches(in house: House) -> [Breach] {
    let paths = Set(house.files.map(\.path))
    return house.files.filter {
      $0.components.starts(with: ["Tests", "Mutation"])
        && $0.path.utf8.suffix(3).elementsEqual(".py".utf8)
    }.flatMap { breaches(in: $0, paths) }
  }

  private func breaches(in file: SourceFile, _ paths: Set<String>) -> [Breach] {
    var constants: [String: String] = [:]
    var found: [Breach] = []
    for (number, bytes) in file.lines.enumerated() {
      let line = String(decoding: bytes, as: UTF8.self)
      // Every second piece is between quotation marks.
      let pieces = line.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      for index in stride(from: 1, to: pieces.count, by: 2) {
        let path = start(before: pieces[index - 1], constants) + pieces[index]
        if index == 1, let name = constant(in: pieces[0]) { constants[name] = path }
        guard path.hasPrefix("Sources/"), path.hasSuffix(".swift") || path.hasSuffix(".c"),
          !paths.contains(path)
        else { continue }
        found.append(Breach(file, number + 1, "there is no \(path)"))
      }
    }
    return found
  }

  /// Returns the value of a constant before a text: `TLS + "…"`.
  private func start(before text: String, _ constants: [String: String]) -> String {
    let words = text.split(separator: " ")
    guard words.count > 1, words.last == "+" else { return "" }
    let name = words[words.count - 2].drop { $0 == "(" }
    return constants[String(name)] ?? ""
  }

  /// The name that a line gives to a text: `TLS = "…"`.
  private func constant(in text: String) -> String? {
    let words = text.split(separator: " ")
    guard words.count > 1, words[1] == "=", text.first != " " else { return nil }
    return String(words[0])
  }
}
