import ApusNet

/// The versions in the package manifest, the development container and the workflows.
struct ToolVersions {
  /// The tools version in the first line of the manifest.
  let tools: String
  /// The major version of macOS in the manifest.
  let macOS: String
  /// The versions in the names of the Swift images. One version is correct.
  let toolchains: Set<String>

  init() throws {
    let manifest = try Self.contents(of: "Package.swift")
    tools = manifest.prefix { $0 != "\n" }.split(separator: " ").last.map(String.init) ?? ""
    let platform = manifest.split(separator: ".macOS(.v").dropFirst().first ?? ""
    macOS = String(platform.prefix { $0 != ")" })
    let workflows = ".github/workflows"
    let paths = try Files.names(in: "\(House.root)/\(workflows)").map { "\(workflows)/\($0)" }
    toolchains = Set(
      try (paths + [".devcontainer/devcontainer.json"])
        .flatMap { Self.toolchains(in: try Self.contents(of: $0)) })
  }

  /// Returns the versions in names such as `swift:6.3.1-bookworm`.
  private static func toolchains(in text: String) -> [String] {
    text.split { " \"\n".contains($0) }.filter { $0.hasPrefix("swift:") }.compactMap { name in
      name.dropFirst("swift:".count).split(separator: "-").first.map(String.init)
    }
  }

  private static func contents(of path: String) throws -> String {
    String(decoding: try Files.contents(of: House.root + "/" + path), as: UTF8.self)
  }
}
