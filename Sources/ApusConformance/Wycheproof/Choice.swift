/// The result of a test vector that implementations may accept or reject, and the rule for the
/// vector.
struct Choice {
  let isAccepted: Bool
  /// The rule for a flag of the test vector. The value is `nil` if no flag has a rule, so either
  /// result is allowed.
  let rule: Rule?

  /// Creates the choice for an acceptable test vector. The result is `nil` if the vector allows
  /// only one result.
  init?(of outcome: Outcome, for vector: Vector, by rules: [Rule]) {
    guard vector.result == .acceptable else { return nil }
    switch outcome {
    case .accepted: isAccepted = true
    case .refused: isAccepted = false
    case .differs, .outside: return nil
    }
    rule = rules.first { vector.flags.contains($0.flag) }
  }

  /// A description of the violated rule, or `nil` if the result follows the rule.
  var breach: String? {
    guard let rule, rule.isAccepted != isAccepted else { return nil }
    return "\(end), against the rule for \(rule.flag): \(rule.reason)"
  }

  var end: String { isAccepted ? "accepted" : "refused" }
}

/// The choices of a whole run for acceptable test vectors, grouped by file, result and rule.
struct Choices {
  private var lists: [(title: String, reason: String, numbers: [Int])] = []

  mutating func add(_ choice: Choice, of vector: Vector) {
    let flags = choice.rule?.flag ?? vector.flags.joined(separator: "+")
    let title = "\(choice.end) \(flags) of \(vector.file)"
    if let place = lists.firstIndex(where: { $0.title == title }) {
      lists[place].numbers.append(vector.number)
    } else {
      lists.append((title, choice.rule?.reason ?? "no rule", [vector.number]))
    }
  }

  /// The lines of the summary. Each line has a file, a result, a flag and the numbers of the test
  /// vectors.
  var lines: [String] {
    lists.map { "acceptable: \($0.numbers.count) \($0.title) (\($0.reason)): \(runs($0.numbers))" }
  }

  /// Returns the numbers of test vectors as text, with consecutive numbers as a range.
  private func runs(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " ")
  }
}
