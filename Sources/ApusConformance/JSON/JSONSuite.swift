import ApusNet
import ApusSerialization

/// A suite of files that other JSON readers are held to as well.
///
/// What a file's name begins with says what is expected: `y_` must be accepted, `n_` refused, and
/// `i_` is the reader's choice.
///
/// What is accepted must also come back from what we write of it. Random numbers are tried as well.
enum JSONSuite: Suite {
  static let name = "json"
  static let summary = "JSON texts to accept and to refuse, and our answers where RFC 8259 has none"
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
    case refused(JSONError)

    var words: String {
      switch self {
      case .accepted: "accepted"
      case .altered: "accepted, and written as another value"
      case .refused(let error): "refused, \(error)"
      }
    }
  }

  private static func outcome(of bytes: [UInt8]) -> Outcome {
    do throws(JSONError) {
      let value = try JSONValue(parsing: bytes)
      let written = (try? value.bytes()) ?? []
      return (try? JSONValue(parsing: written)) == value ? .accepted : .altered
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
