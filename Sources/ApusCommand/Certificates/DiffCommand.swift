import ApusX509

/// `apus cert diff`: in what two certificates, or two chains, differ.
struct DiffCommand: Command {
  static let name = "diff"
  static let path = "cert diff"
  static let operands = "A B"
  static let summary = "shows in what two certificates, or two chains, differ"
  static let details =
    [
      "Chains are compared certificate by certificate in the order in which they stand. Two that",
      "are the same byte for byte end the command with 0, any others with 1.",
    ] + CertificateSources.details
  static let examples = [
    "apus cert diff old.pem new.pem", "apus cert diff chain.pem example.com:443",
  ]
  static let failure = "they differ"
  static let statuses: [ExitStatus] = [.failure] + CertificateSources.statuses
  static let options =
    [OutputFormat.option] + CertificateSources.options.filter { $0.name == "timeout" }

  /// A fact that the two have otherwise; nil where one does not have it.
  struct Difference: Equatable {
    var path: String
    let left: X509.Document?
    let right: X509.Document?
  }

  private let sides: [CertificateSources]
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands.count >= 2 else { throw .missingOperand(Self.operands) }
    guard arguments.operands.count == 2 else { throw .extraOperand("\(arguments.operands[2])") }
    var sides: [CertificateSources] = []
    for operand in arguments.operands {
      sides.append(try CertificateSources(arguments, operands: [operand]))
    }
    self.sides = sides
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) async -> ExitStatus {
    var chains: [[X509.Certificate]] = []
    for side in sides {
      let input = await side.read(console)
      let status = input.report(to: &console)
      guard status == .success else { return status }
      chains.append(input.certificates)
    }
    let differences = Self.differences(chains[0], chains[1])
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

  /// Every fact in which two chains differ; a certificate that one lacks is one fact.
  static func differences(_ left: [X509.Certificate], _ right: [X509.Certificate]) -> [Difference] {
    if left.count == 1, right.count == 1 { return differences(left[0], right[0]) }
    return (0..<max(left.count, right.count)).flatMap { index -> [Difference] in
      let path = "certificates[\(index)]"
      guard index < left.count, index < right.count else {
        let only = [left, right].map { chain -> X509.Document? in
          index < chain.count ? .text("\(chain[index].subject)") : nil
        }
        return [Difference(path: path, left: only[0], right: only[1])]
      }
      return differences(left[index], right[index]).map { difference in
        var difference = difference
        difference.path = "\(path).\(difference.path)"
        return difference
      }
    }
  }

  /// Every fact in which two certificates differ; extensions are compared by their names.
  static func differences(_ left: X509.Certificate, _ right: X509.Certificate) -> [Difference] {
    let (left, right) = (facts(of: left), facts(of: right))
    let values = Dictionary(right, uniquingKeysWith: { first, _ in first })
    let known = Set(left.map(\.0))
    let changed = left.compactMap { path, value -> Difference? in
      let other = values[path]
      return other == value ? nil : Difference(path: path, left: value, right: other)
    }
    let added = right.filter { !known.contains($0.0) }
      .map { Difference(path: $0.0, left: nil, right: $0.1) }
    return changed + added
  }

  /// What a certificate says, without what is only another form of the same.
  private static func facts(of certificate: X509.Certificate) -> [(String, X509.Document)] {
    guard case .members(let members) = X509.Inspection(certificate).document else { return [] }
    let kept = members.map { member -> X509.Document.Member in
      guard member.name == "extensions", case .list(let values) = member.value else {
        return member
      }
      return X509.Document.Member("extensions", .members(values.map(named)))
    }.filter { $0.name != "der" && $0.name != "schema" }
    return X509.Document.members(kept).leaves.map { ($0.path, $0.value) }
  }

  /// An extension under its name or number; its DER only where nothing else is known of it.
  private static func named(_ value: X509.Document) -> X509.Document.Member {
    guard case .members(let members) = value, case .text(let oid)? = value["oid"] else {
      return X509.Document.Member("", value)
    }
    let isDecoded = value["value"] != nil
    let kept = members.filter {
      $0.name != "oid" && $0.name != "name" && !(isDecoded && $0.name == "der")
    }
    guard case .text(let name)? = value["name"] else {
      return X509.Document.Member(oid, .members(kept))
    }
    return X509.Document.Member(name, .members(kept))
  }

  private func document(of differences: [Difference]) -> X509.Document {
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
