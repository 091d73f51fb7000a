import ApusNet
import ApusSerialization

/// A suite of JSON files that is also used with other JSON parsers.
///
/// The prefix of a file name determines the expected result. A parser must accept a file with the
/// prefix `y_`, must reject a file with the prefix `n_`, and may decide about a file with the
/// prefix `i_`.
///
/// An accepted value must also be the same after it is written and read. The suite tests random
/// numbers too.
enum JSONSuite: Suite {
  static let name = "json"
  static let summary =
    "JSON texts to accept and to reject, and our results if RFC 8259 leaves a choice"
  static let folders = ["test_parsing", "test_transform"]

  static func run(files: [String]) throws -> Report {
    var report = Report()
    for path in files {
      let name = String(path.split(separator: "/").last ?? "")
      let outcome = outcome(of: try Files.contents(of: path))
      let letter = name.utf8.dropFirst().first == UInt8(ascii: "_") ? name.utf8.first : nil
      report.add(name, verdict(on: outcome, expecting: letter))
      if letter != UInt8(ascii: "y"), letter != UInt8(ascii: "n") {
        report.remarks.append("\(name): \(outcome.words)")
      }
    }
    var trials = DoubleTrials()
    trials.run(into: &report)
    return report
  }

  private enum Outcome {
    case accepted
    case altered
    case refused(JSON.ParsingError)

    var words: String {
      switch self {
      case .accepted: "accepted"
      case .altered: "accepted, and written as another value"
      case .refused(let error): "refused, \(error)"
      }
    }
  }

  private static func outcome(of bytes: [UInt8]) -> Outcome {
    do throws(JSON.ParsingError) {
      let value = try JSON.Value(parsing: bytes)
      let written = (try? value.bytes()) ?? []
      return (try? JSON.Value(parsing: written)) == value ? .accepted : .altered
    } catch {
      return .refused(error)
    }
  }

  private static func verdict(on outcome: Outcome, expecting letter: UInt8?) -> Report.Verdict {
    switch (outcome, letter) {
    case (.altered, _): .failed(outcome.words)
    case (.accepted, UInt8(ascii: "n")): .failed("accepted")
    case (.refused, UInt8(ascii: "y")): .failed(outcome.words)
    case (.accepted, _), (.refused, _): .passed
    }
  }
}
