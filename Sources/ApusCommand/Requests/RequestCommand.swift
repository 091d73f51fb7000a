import ApusBytes
import ApusHTTP
import ApusNet
import ApusSession

/// The commands `apus get`, `apus post` and the other methods, which send a request and print the
/// response.
struct RequestCommand<Verb: RequestVerb>: Command {
  static var name: String { Verb.name }
  static var operands: String { Verb.operands }
  static var summary: String { Verb.summary }
  static var details: [String] {
    (Verb.hasContent ? RequestContent.details : [])
      + (Verb.method == .head ? CommandRequest.detailsOfHeads : CommandRequest.detailsOfContent)
      + (isDownload ? RetryOptions.details : [])
      + RequestItems.details + CommandRequest.details
  }
  /// A Boolean value that indicates whether the request can be a GET request.
  private static var isDownload: Bool { Verb.method == .get || Verb.method == nil }
  static var examples: [String] { Verb.examples }
  static var failure: String {
    "the content of the response is not text, and is not shown on a terminal"
  }
  static var statuses: [ExitStatus] {
    let all = ExitStatus.allCases.filter { $0 != .incomplete }
    // The head command prints only text, so the command cannot fail because of binary content.
    return Verb.method == .head ? all.filter { $0 != .failure } : all
  }
  static var options: [Option] {
    let options =
      Verb.options + (Verb.hasContent ? RequestContent.options : []) + CommandRequest.options
    // The head command always prints the response head and no content, so these options have no
    // use.
    let aboutContent: Set = [
      "output", "remote-name", "include", "ratio-limit", "continue", "select", "limit-rate",
    ]
    if Verb.method == .head { return options.filter { !aboutContent.contains($0.name) } }
    return isDownload ? options : options.filter { $0.name != "continue" }
  }

  private let commandRequest: CommandRequest

  init(_ arguments: Arguments) throws(UsageError) {
    var operands = arguments.operands
    let method = try Verb.method(arguments, &operands)
    guard let first = operands.first else { throw .missingOperand("URL") }
    let url = try Arguments.text(of: first)
    let rest = operands.dropFirst()
    let more = Verb.hasContent ? [] : rest.filter(Self.isURL)
    let items = try RequestItems(
      Verb.hasContent ? Array(rest) : rest.filter { !Self.isURL($0) },
      query: arguments.words("query"))
    if !Verb.hasContent, let word = items.firstOfContent {
      throw .invalidItem(
        "\(word)", "a \(method) request has no content: type apus post to send content")
    }
    let content = Verb.hasContent ? try RequestContent(arguments, items: items) : nil
    var commandRequest = try CommandRequest(method, url, items, content, arguments)
    for word in more {
      let text = try Arguments.text(of: word)
      let other = try URLAdvice.url(items.url(text))
      guard other.origin == commandRequest.url.origin else { throw .otherServer(text) }
      commandRequest.others.append(other)
    }
    if !more.isEmpty, let output = commandRequest.output, output.bytes.last != 0x2f {
      throw .oneFile
    }
    self.commandRequest = commandRequest
  }

  /// Returns whether a word after the first URL on the command line is a further URL.
  private static func isURL(_ word: Word) -> Bool {
    let start = word.bytes.prefix(8).map { ByteSet.letters.contains($0) ? $0 | 0x20 : $0 }
    return start.starts(with: "http://".utf8) || start.starts(with: "https://".utf8)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    await commandRequest.run(&console)
  }
}
