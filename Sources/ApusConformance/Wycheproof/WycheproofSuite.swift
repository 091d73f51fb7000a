import ApusSerialization

/// The test cases of Project Wycheproof, which are inputs of cryptographic primitives with the
/// expected results. Many of the inputs are hostile.
enum WycheproofSuite: Suite {
  static let name = "wycheproof"
  static let summary = "primitives and forms of keys, by the schemas of Project Wycheproof"

  /// The cryptographic primitives, each with the schemas of its test vectors.
  static let families: [any Family.Type] = [
    AEADFamily.self, ECDHFamily.self, ECDSAFamily.self, EdDSAFamily.self, HKDFFamily.self,
    MACFamily.self, MLKEMFamily.self, PBKDFFamily.self, RSAFamily.self, XDHFamily.self,
  ]

  static func run(files: [String]) throws -> Report {
    var report = Report()
    var choices = Choices()
    for path in files {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      try run(CorpusError.document(at: path), file: name, &report, &choices)
    }
    report.remarks.append("\(files.count) files, \(report.cases.count) cases")
    report.remarks += choices.lines
    return report
  }

  /// Runs the test vectors of a file. A file with an unknown schema is skipped with all its cases,
  /// and the report names the schema.
  static func run(
    _ document: JSON.Value, file: String, _ report: inout Report, _ choices: inout Choices
  ) throws {
    guard let schema = document["schema"]?.string, let groups = document["testGroups"]?.array
    else { return report.add(file, .skipped("not a file of Project Wycheproof")) }
    let family = families.first { $0.schemas.contains(schema) }
    for group in groups {
      for test in group["tests"]?.array ?? [] {
        let vector = try Vector(test, in: group, of: document, file: file)
        guard let family else {
          report.add(vector.id, .skipped("schema \(schema)"))
          continue
        }
        let outcome = try Outcome(of: vector, by: family)
        let choice = Choice(of: outcome, for: vector, by: family.rules)
        if let choice { choices.add(choice, of: vector) }
        report.add(vector.id, Report.Verdict(outcome, vector.result, choice))
      }
    }
  }
}
