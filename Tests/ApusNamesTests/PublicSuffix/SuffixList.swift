import ApusNet

@testable import ApusNames

/// The public suffix list of the pinned package, read and searched in the plainest way there is.
struct SuffixList {
  /// One line of it, in canonical labels.
  struct Rule: Hashable {
    enum Kind: String {
      case plain = ""
      case wildcard = "*."
      case exception = "!"
    }

    let kind: Kind
    let name: String

    var labels: [Substring] { name.split(separator: ".") }
  }

  /// A Boolean value that indicates whether the tests run: the installed list is the table's list,
  /// not an earlier or later one. If `APUS_STRICT` is 1, a missing list is a failure.
  static let isExpected = (try? SuffixList()).map(\.isOfTable) ?? isStrict

  /// A Boolean value that indicates whether the table was made from this list.
  let isOfTable: Bool
  private(set) var sources: [Rule: DomainName.PublicSuffix.Rule] = [:]

  /// The folder in which `.ci/run packages` installs the package that `Fixtures/publicsuffix` pins.
  static let path =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    + "/.build/publicsuffix/publicsuffixlist/public_suffix_list.dat"

  /// The bytes of the list.
  static func bytes() throws -> [UInt8] { try Files.contents(of: path) }

  init() throws {
    let bytes = try Self.bytes()
    let sum = bytes.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { sum, byte in
      sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    isOfTable = sum == SuffixRules.checksum
    var source: DomainName.PublicSuffix.Rule?
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line == "// ===BEGIN ICANN DOMAINS===" { source = .registry }
      if line == "// ===BEGIN PRIVATE DOMAINS===" { source = .owner }
      guard let source, !line.starts(with: "//") else { continue }
      sources[try Rule(line)] = source
    }
  }

  /// The number of labels of a name's suffix, and the origin of the rule.
  func suffix(
    of labels: [Substring], registriesOnly: Bool
  ) -> (count: Int, rule: DomainName.PublicSuffix.Rule) {
    func source(_ kind: Rule.Kind, _ count: Int) -> DomainName.PublicSuffix.Rule? {
      let source = sources[Rule(kind: kind, name: labels.suffix(count).joined(separator: "."))]
      return registriesOnly && source == .owner ? nil : source
    }
    var longest: (Int, DomainName.PublicSuffix.Rule) = (1, .implicit)
    for count in 1...labels.count {
      if let rule = source(.exception, count) { return (count - 1, rule) }
      if count > 1, let rule = source(.wildcard, count - 1) { longest = (count, rule) }
      if let rule = source(.plain, count) { longest = (count, rule) }
    }
    return longest
  }

  /// The rules of a section in the form of a table.
  func table(of source: DomainName.PublicSuffix.Rule) -> String {
    let lines = sources.filter { $0.value == source }.keys.map { rule in
      let name = rule.labels.reversed().joined(separator: " ")
      return switch rule.kind {
      case .plain: name
      case .wildcard: name + " *"
      case .exception: name + "!"
      }
    }
    return lines.sorted().map { $0 + "\n" }.joined()
  }

  private static let isStrict = ((try? Files.contents(of: "/proc/self/environ")) ?? [])
    .split(separator: 0).contains { $0.elementsEqual("APUS_STRICT=1".utf8) }
}

extension SuffixList.Rule {
  fileprivate init(_ line: Substring) throws {
    kind = line.starts(with: "*.") ? .wildcard : line.starts(with: "!") ? .exception : .plain
    name = try DomainName(String(line.dropFirst(kind.rawValue.count))).description
  }
}
