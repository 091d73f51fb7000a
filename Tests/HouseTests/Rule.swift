/// A rule of the house whose breaches a program can find in the sources.
protocol Rule: Sendable {
  func breaches(in house: House) -> [Breach]
}

extension Rule {
  /// The name of its fixture's folder.
  var name: String { "\(type(of: self))" }
}

/// One breach of a rule.
struct Breach: CustomStringConvertible {
  let path: String
  let line: Int
  let what: String

  init(_ file: SourceFile, _ line: Int = 1, _ what: String) {
    path = file.path
    self.line = line
    self.what = what
  }

  var description: String { "\(path):\(line): \(what)" }
}
