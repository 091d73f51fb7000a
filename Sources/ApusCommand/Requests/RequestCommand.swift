import ApusHTTP
import ApusNet
import ApusSession

/// One request and its answer: `apus get`, `apus post` and their kin.
struct RequestCommand<Verb: RequestVerb>: Command {
  static var name: String { Verb.name }
  static var operands: String {
    Verb.hasContent ? "URL [NAME=TEXT|NAME:=JSON…]" : "URL [NAME==TEXT|NAME:VALUE…]"
  }
  static var summary: String { Verb.summary }
  static var details: [String] {
    (Verb.hasContent ? RequestContent.details : [])
      + (Verb.method == .head ? CommandRequest.detailsOfHeads : CommandRequest.detailsOfContent)
      + (Verb.method == .get ? RetryOptions.details : [])
      + RequestItems.details + CommandRequest.details
  }
  static var examples: [String] { Verb.examples }
  static var failure: String { "the content is no text, and is not shown on a terminal" }
  static var statuses: [ExitStatus] {
    let all = ExitStatus.allCases.filter { $0 != .incomplete }
    // The head of an answer is text, and there is nothing to write.
    return Verb.method == .head ? all.filter { $0 != .failure } : all
  }
  static var options: [Option] {
    let options = (Verb.hasContent ? RequestContent.options : []) + CommandRequest.options
    // The head of an answer is all that there is, and is shown.
    let aboutContent: Set = ["output", "include", "ratio-limit", "continue", "select"]
    if Verb.method == .head { return options.filter { !aboutContent.contains($0.name) } }
    return Verb.method == .get ? options : options.filter { $0.name != "continue" }
  }

  private let commandRequest: CommandRequest

  init(_ arguments: Arguments) throws(UsageError) {
    guard let first = arguments.operands.first else { throw .missingOperand("URL") }
    let url = try Arguments.text(of: first)
    let items = try RequestItems(Array(arguments.operands.dropFirst()))
    if !Verb.hasContent, let word = items.firstOfContent {
      throw .invalidItem("\(word)", "a \(Verb.method) request has no content; type apus post")
    }
    let content = Verb.hasContent ? try RequestContent(arguments, items: items) : nil
    commandRequest = try CommandRequest(Verb.method, url, items, content, arguments)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    await commandRequest.run(&console)
  }
}
