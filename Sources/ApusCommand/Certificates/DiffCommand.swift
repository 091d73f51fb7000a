import ApusX509

/// The command `apus cert diff`, which shows the differences between two certificates or two
/// chains.
struct DiffCommand: Command {
  static let name = "diff"
  static let path = "cert diff"
  static let operands = "A B"
  static let summary = "shows the differences between two certificates or certificate chains"
  static let details =
    [
      "The command compares two chains certificate by certificate, in their order. The exit",
      "status is 0 if all certificates are equal, and 1 if they differ.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert diff old.pem new.pem", "apus cert diff chain.pem example.com:443",
  ]
  static let failure = "the compared certificates differ"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [OutputFormat.option] + KeyOptions.options
    + CertificateSources.connectionOptions

  private let sides: [CertificateSources]
  private let keys: KeyOptions
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.count >= 2 else { throw .missingOperand(Self.operands) }
    guard arguments.operands.count == 2 else { throw .extraOperand("\(arguments.operands[2])") }
    var sides: [CertificateSources] = []
    for operand in arguments.operands {
      sides.append(
        try CertificateSources(arguments, operands: [operand], needsServer: false))
    }
    self.sides = sides
    keys = try KeyOptions(arguments)
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    guard let reading = keys.reading(console) else { return .unreadable }
    var chains: [[X509.Certificate]] = []
    for side in sides {
      let input = await side.read(console, reading)
      let status = input.report(to: &console)
      guard status == .success else { return status }
      chains.append(input.certificates)
    }
    let differences = X509.Difference.all(between: chains[0], and: chains[1])
    switch format {
    case .json: console.print(document(of: differences).json)
    case .text:
      for difference in differences {
        console.printLines(difference.path)
        if let left = difference.left { console.printLines("  - \(left)") }
        if let right = difference.right { console.printLines("  + \(right)") }
      }
    }
    return chains[0] == chains[1] ? .success : .failure
  }

  private func document(of differences: [X509.Difference]) -> X509.Document {
    [
      "schema": "apus.diff/1",
      "differences": .list(
        differences.map { difference in
          var members = [X509.Document.Member("path", .text(difference.path))]
          if let left = difference.left { members.append(X509.Document.Member("left", left)) }
          if let right = difference.right { members.append(X509.Document.Member("right", right)) }
          return .members(members)
        }),
    ]
  }
}
