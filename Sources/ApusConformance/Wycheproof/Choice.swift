/// The result of an `acceptable` vector, and the rule for it.
struct Choice {
  let isAccepted: Bool
  /// The rule for one of its flags; nil if no flag has a rule, and either result is allowed.
  let rule: Rule?

  /// Creates the choice of a vector; nil if there was no choice.
  init?(of outcome: Outcome, for vector: Vector, by rules: [Rule]) {
    guard vector.result == .acceptable else { return nil }
    switch outcome {
    case .accepted: isAccepted = true
    case .refused: isAccepted = false
    case .differs, .outside: return nil
    }
    rule = rules.first { vector.flags.contains($0.flag) }
  }

  /// The violation of the rule, if there is one.
  var breach: String? {
    guard let rule, rule.isAccepted != isAccepted else { return nil }
    return "\(end), against the rule for \(rule.flag): \(rule.reason)"
  }

  var end: String { isAccepted ? "accepted" : "refused" }
}

/// All choices of a run, grouped by file, result and rule.
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

  /// One line for each file, result and flag, with the numbers of all its cases.
  var lines: [String] {
    lists.map { "acceptable: \($0.numbers.count) \($0.title) (\($0.reason)): \(runs($0.numbers))" }
  }

  /// Returns the numbers, with each consecutive run as a range.
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
