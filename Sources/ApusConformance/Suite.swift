/// One body of cases from outside, and how it is run.
protocol Suite: SendableMetatype {
  /// The word on the command line.
  static var name: String { get }
  /// What its cases are about, in a few words.
  static var summary: String { get }

  /// Runs every case that the folder holds.
  static func run(folder: String) throws -> Report
}
