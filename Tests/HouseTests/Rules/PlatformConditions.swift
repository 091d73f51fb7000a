/// No Swift file of the products depends on the system: the C shim translates the differences.
///
/// CI has no Swift compiler for macOS. With this rule, Linux compiles all lines that macOS does.
struct PlatformConditions: Rule {
  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" }.flatMap { file in
      file.tokens.indices.filter { index in
        file.tokens[index].isOne(of: ["#if", "#elseif"])
          && file.tokens[index...].prefix { $0.line == file.tokens[index].line }
            .contains { $0.isOne(of: ["os", "canImport", "targetEnvironment"]) }
      }.map { Breach(file, file.tokens[$0].line, "a system's name: the C shim knows it") }
    }
  }
}
