/// One body of cases from outside, and how it is run.
protocol Suite: SendableMetatype {
  /// The word on the command line.
  static var name: String { get }
  /// What its cases are about, in a few words.
  static var summary: String { get }
  /// How the names of its files may end.
  static var fileNameEndings: [String] { get }
  /// The folders of its corpus; none if the files lie in the corpus itself.
  static var folders: [String] { get }

  /// Runs every case that the files hold.
  static func run(files: [String]) async throws -> Report
}

extension Suite {
  static var fileNameEndings: [String] { [".json"] }

  static var folders: [String] { [] }
}
