/// No code sleeps by the runtime's timers: the loop has its own.
///
/// The runtime opens descriptors for the first sleep, and aborts the process if none are free.
struct Sleeping: Rule {
  func breaches(in house: House) -> [Breach] {
    house.swiftFiles.filter { $0.area == "Sources" }.flatMap { file in
      file.tokens.indices.dropFirst(2).filter { index in
        file.tokens[index].is("sleep") && file.tokens[index - 1].is(".")
          && Self.isRuntime(file.tokens, before: index - 1)
      }.map { Breach(file, file.tokens[$0].line, "a loop sleeps: loop.sleep(until:)") }
    }
  }

  /// Returns whether the expression before the dot is the runtime's: `Task`, or a clock by name or
  /// value.
  private static func isRuntime(_ tokens: [Token], before dot: Int) -> Bool {
    var index = dot - 1
    while index > 0, tokens[index].isOne(of: ["(", ")", ">", "<", ",", "Never"]) { index -= 1 }
    return tokens[index].isOne(of: ["Task", "ContinuousClock", "SuspendingClock", "Clock"])
  }
}
