/// The parsed words of the suite's command line.
struct Options {
  enum Failure: Error, CustomStringConvertible {
    case unknown(String)
    case incomplete(String)

    var description: String {
      switch self {
      case .unknown(let word): "\(word) is neither a part nor an option; --list prints the parts"
      case .incomplete(let word): "\(word) needs a value"
      }
    }
  }

  /// The named parts of the suite in their order, or an empty array if the command line names no
  /// part.
  var parts: [String] = []
  var isList = false
  var isQuick = false
  var json: String?
  var html: String?
  var markdown: String?
  var compare: String?
  var updatesBaselines = false
  /// The path of a report whose documents are written again without a measurement.
  var report: String?
  /// The additional clients, each with a name and a command.
  var clients: [(name: String, command: String)] = []

  init(_ words: [String], partNames: [String]) throws(Failure) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "all": parts += partNames
      case "--list": isList = true
      case "--quick": isQuick = true
      case "--update-baselines": updatesBaselines = true
      case "--json": json = try Self.value(of: word, &rest)
      case "--html": html = try Self.value(of: word, &rest)
      case "--markdown": markdown = try Self.value(of: word, &rest)
      case "--compare": compare = try Self.value(of: word, &rest)
      case "--report": report = try Self.value(of: word, &rest)
      case "--client":
        let pair = try Self.value(of: word, &rest).split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else { throw .incomplete("--client NAME=COMMAND") }
        clients.append((String(pair[0]), String(pair[1])))
      default:
        guard partNames.contains(word) else { throw .unknown(word) }
        parts.append(word)
      }
    }
  }

  private static func value(
    of word: String, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let value = rest.popFirst() else { throw .incomplete(word) }
    return value
  }
}
