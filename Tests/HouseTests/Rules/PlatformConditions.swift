/// No Swift file of the products depends on the system: the C shim translates the differences.
///
/// CI has no Swift compiler for macOS. With this rule, Linux compiles all lines that macOS does,
/// except the import of Foundation in `ApusFoundation`.
struct PlatformConditions: Rule {
  /// The only condition on the system, which imports Foundation if FoundationEssentials is missing.
  private static let exempt = (
    path: "Sources/\(Floors.foundation)/Exports.swift",
    tokens: ["#if", "canImport", "(", "FoundationEssentials", ")"]
  )

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" }.flatMap { file in
      file.tokens.indices.filter { index in
        guard file.tokens[index].isOne(of: ["#if", "#elseif"]) else { return false }
        let line = file.tokens[index...].prefix { $0.line == file.tokens[index].line }
        return line.contains { $0.isOne(of: ["os", "canImport", "targetEnvironment"]) }
          && !(file.path == Self.exempt.path && line.map(\.value) == Self.exempt.tokens)
      }.map { Breach(file, file.tokens[$0].line, "a system's name: the C shim knows it") }
    }
  }
}
