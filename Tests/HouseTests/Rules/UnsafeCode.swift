/// `unsafe` occurs only in files that call C, after a line with the reason for its safety.
struct UnsafeCode: Rule {
  /// Files that do not call C: Swift has no safe way yet to load a vector, to copy at full speed,
  /// to run a task's jobs, to suspend a task at low cost, or to query its preferred executor, and
  /// swift-http-types has none to read the bytes of a value. Streams of all codings share the code
  /// that passes their buffers to C.
  private let listed: Set = [
    "Sources/ApusBytes/ByteScan.swift", "Sources/ApusBytes/Span+Copy.swift",
    "Sources/ApusHTTP/Coding/CodedStream.swift",
    "Sources/ApusHTTPTypes/Fields+HTTPTypes.swift",
    "Sources/ApusNet/EventLoop/CurrentTask.swift", "Sources/ApusNet/EventLoop/JobQueue.swift",
    "Sources/ApusNet/EventLoop/Waiter.swift",
  ]

  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" }.flatMap(breaches(in:))
  }

  private func breaches(in file: SourceFile) -> [Breach] {
    let tokens = file.tokens
    let uses = tokens.indices.filter { index in
      // `nonisolated(unsafe)` concerns threads, and belongs to another rule.
      tokens[index].is("unsafe") && !(index > 1 && tokens[index - 2].is("nonisolated"))
    }.map { tokens[$0].line }
    guard let first = uses.first else { return [] }
    let callsC = file.imports.contains { Floors.ground.contains($0.module) }
    guard callsC || listed.contains(file.path) else {
      return [Breach(file, first, "only files that call C are unsafe")]
    }
    let reasons = file.comments.filter { $0.text.utf8.starts(with: "// SAFETY:".utf8) }.map(\.line)
    return uses.compactMap { line in
      let start = start(ofBodyAround: line, in: file.outline)
      guard !reasons.contains(where: { $0 >= start && $0 <= line }) else { return nil }
      return Breach(file, line, "no SAFETY line says why")
    }
  }

  /// Returns the start of the innermost declaration that contains the line.
  private func start(ofBodyAround line: Int, in outline: Outline) -> Int {
    outline.declarations.filter { $0.firstLine <= line && line <= $0.lastLine }
      .map(\.firstLine).max() ?? 1
  }
}
