/// The top folder of the repository contains only the planned entries.
struct TopLevel: Rule {
  private let names: Set = [
    "Package.swift", "Sources", "Tests", "Fixtures", "Benchmarks", "README.md", "CHANGELOG.md",
    "LICENSE", "SECURITY.md", ".gitignore", ".ci", ".github", ".devcontainer", ".editorconfig",
    ".swift-format", ".spi.yml",
  ]

  func breaches(in house: House) -> [Breach] {
    house.files.filter { !names.contains($0.area) }
      .map { Breach($0, 1, "\($0.area) has no place at the top") }
  }
}
