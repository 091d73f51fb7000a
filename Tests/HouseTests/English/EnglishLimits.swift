import ApusNet

/// The limits of modules and pages that are not in plain English yet.
///
/// `Fixtures/english.txt` has a line for each, such as `Sources/ApusTLS what 180, says 140`. Each
/// limit is per 10,000 words and above the pattern's normal limit. All limits shrink with the text
/// they are for: a limit that is more than a tenth above the need is a failure.
struct EnglishLimits {
  let limits: [String: [EnglishPattern: Int]]

  static let path = "Fixtures/english.txt"

  init(_ limits: [String: [EnglishPattern: Int]]) { self.limits = limits }

  /// Reads the table; a line that begins with a number sign is a comment.
  init(_ text: String) throws {
    var limits: [String: [EnglishPattern: Int]] = [:]
    for line in text.split(separator: "\n") where line.utf8.first != UInt8(ascii: "#") {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, limits[String(parts[0])] == nil else { throw Malformed(line: line) }
      var row: [EnglishPattern: Int] = [:]
      for entry in parts[1].split(separator: ",") {
        let words = entry.split(separator: " ")
        guard words.count == 2, let pattern = EnglishPattern(rawValue: String(words[0])),
          let limit = Int(words[1])
        else { throw Malformed(line: line) }
        row[pattern] = limit
      }
      limits[String(parts[0])] = row
    }
    self.limits = limits
  }

  struct Malformed: Error {
    let line: Substring
  }

  /// Reads the table of this repository.
  static func ofHouse() throws -> EnglishLimits {
    let bytes = try Files.contents(of: House.root + "/" + path)
    return try EnglishLimits(String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the failures: too many occurrences of a pattern, and limits that are too loose.
  func failures(in measure: EnglishMeasure) -> [String] {
    var failures: [String] = []
    for (key, counts) in measure.counts.sorted(by: { $0.key < $1.key }) {
      var hasChanged = false
      for pattern in EnglishPattern.allCases {
        guard let failure = failure(of: pattern, in: key, counts) else { continue }
        failures.append("\(key): \(failure)")
        hasChanged = true
      }
      if hasChanged, let row = Self.row(key, counts) { failures.append("  needed: \(row)") }
    }
    for key in limits.keys.sorted() where measure.counts[key] == nil {
      failures.append("\(key): has no text; remove it from \(Self.path)")
    }
    return failures
  }

  private func failure(
    of pattern: EnglishPattern, in key: String, _ counts: EnglishMeasure.Counts
  ) -> String? {
    let needed = counts.neededLimit(for: pattern)
    let listed = limits[key]?[pattern]
    if needed > max(pattern.limit, listed ?? 0) {
      let places = counts.places[pattern, default: []].prefix(12).joined(separator: " ")
      return
        "\(counts.count(of: pattern)) × \(pattern.rawValue) in \(counts.words) words; \(places)"
    }
    guard let listed else { return nil }
    if needed <= pattern.limit { return "remove the limit of \(pattern.rawValue)" }
    return listed > needed + needed / 10 ? "lower \(pattern.rawValue) to \(needed)" : nil
  }

  /// Returns the table that a text needs.
  static func table(for measure: EnglishMeasure) -> String {
    measure.counts.sorted { $0.key < $1.key }.compactMap(row).joined(separator: "\n")
  }

  private static func row(_ key: String, _ counts: EnglishMeasure.Counts) -> String? {
    let entries = EnglishPattern.allCases.compactMap { pattern in
      let needed = counts.neededLimit(for: pattern)
      return needed > pattern.limit ? "\(pattern.rawValue) \(needed)" : nil
    }
    return entries.isEmpty ? nil : "\(key) \(entries.joined(separator: ", "))"
  }
}
