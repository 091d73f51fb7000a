import ApusHTTP
import ApusNet
import ApusSession

/// One request and its answer: `apus get`, `apus post` and their kin.
struct RequestCommand<Verb: RequestVerb>: Command {
  static var name: String { Verb.name }
  static var operands: String { "URL" }
  static var summary: String { Verb.summary }
  static var details: [String] { Errand.details }
  static var options: [Option] {
    let options = (Verb.hasContent ? RequestContent.options : []) + Errand.options
    // The head of an answer is all that there is, and is shown.
    return Verb.method == .head
      ? options.filter { $0.name != "output" && $0.name != "include" } : options
  }

  private let errand: Errand

  init(_ arguments: Arguments) throws(UsageError) {
    let url = try arguments.onlyOperand("URL")
    let content = Verb.hasContent ? try RequestContent(arguments) : nil
    errand = try Errand(Verb.method, url, content, arguments)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    await errand.run(&console)
  }
}
