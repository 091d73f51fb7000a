/// Something the house holds to, of which a program can find the breaches in the sources.
protocol Rule: Sendable {
  func breaches(in house: House) -> [Breach]
}

extension Rule {
  /// The name of its fixture's folder.
  var name: String { "\(type(of: self))" }
}

/// One place where a rule is broken.
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
