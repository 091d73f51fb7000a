import Apus
import ApusNet
import Testing

/// The table of the article on limits and defaults, compared with a fresh configuration.
@Suite struct DefaultsTests {
  private static let article = "Sources/Apus/Apus.docc/LimitsAndDefaults.md"

  /// The names and the defaults of the settings, as the table writes them.
  private static func settings() -> [(name: String, text: String)] {
    let configuration = HTTPSession.Configuration()
    let groups: [(String, Any)] = [
      ("timeouts", configuration.timeouts), ("pool", configuration.pool),
      ("dns", configuration.dns), ("sockets", configuration.sockets),
      ("limits", configuration.limits), ("redirects", configuration.redirects),
      ("retry", configuration.retry), ("egress", configuration.egress),
    ]
    let single: [(String, Any)] = [
      ("acceptedStatuses", configuration.acceptedStatuses as Any),
      ("decodesContent", configuration.decodesContent),
      ("expectContinueByteCount", configuration.expectContinueByteCount as Any),
      ("rateLimit", configuration.rateLimit as Any),
      ("tls.versions", configuration.tls.versions.map { "\($0)" }.sorted()),
      ("tls.brokenFilesLifetime", configuration.tls.brokenFilesLifetime),
      ("tls.policy.leastRSABitCount", configuration.tls.policy.leastRSABitCount),
    ]
    return groups.flatMap { settings(of: $0.1, named: $0.0) }
      + single.map { ($0.0, text(of: $0.1, named: $0.0) ?? "") }
  }

  /// The members of a value, with the members of structures in it.
  private static func settings(of value: Any, named name: String) -> [(name: String, text: String)]
  {
    Mirror(reflecting: value).children.flatMap { child -> [(name: String, text: String)] in
      let member = "\(name).\(child.label ?? "")"
      if let text = text(of: child.value, named: member) { return [(member, text)] }
      let mirror = Mirror(reflecting: child.value)
      let content: Any? =
        mirror.displayStyle == .optional ? mirror.children.first?.value : child.value
      return content.map { settings(of: $0, named: member) } ?? []
    }
  }

  /// A default as the table writes it; nil for a value with members of its own.
  private static func text(of value: Any, named name: String) -> String? {
    switch value {
    case let value as Bool: return value ? "yes" : "no"
    case let value as Int: return isByteCount(name) ? bytes(value) : digits(value)
    case let value as Double: return "\(value)"
    case let value as String: return value
    case let value as Duration: return time(value)
    case let value as ClosedRange<Int>: return "\(value.lowerBound) to \(value.upperBound)"
    case let value as HTTP.AcceptedStatuses:
      return value == .success ? "200 to 299" : "\(value)"
    case let value as Set<Int>: return list(value.sorted().map { "\($0)" })
    case let value as Set<HTTP.Method>: return list(value.map(\.name).sorted())
    case let value as Set<HTTP.RetryPolicy.Failure>: return list(value.map(\.rawValue).sorted())
    case let value as HTTPSession.EgressRules.Fallback: return value.rawValue
    case let value as any Collection: return list(value.map { "\($0)" }.sorted())
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return nil }
      return mirror.children.first.map { text(of: $0.value, named: name) } ?? "none"
    }
  }

  private static func list(_ items: [String]) -> String {
    items.isEmpty ? "none" : items.joined(separator: ", ")
  }

  /// These members of `HTTP.Limits` are numbers of bytes without the word.
  private static let byteCounts: Set = [
    "startLine", "fieldLine", "headSection", "chunkLine", "chunkExtensions", "trailerSection",
  ]

  private static func isByteCount(_ name: String) -> Bool {
    let last = String(name.split(separator: ".").last ?? "")
    return byteCounts.contains(last) || last.lowercased().contains("bytecount")
  }

  private static func bytes(_ count: Int) -> String {
    if count % (1 << 20) == 0, count > 0 { return "\(count >> 20) MiB" }
    if count % (1 << 10) == 0, count > 0 { return "\(count >> 10) KiB" }
    return "\(digits(count)) bytes"
  }

  private static func digits(_ count: Int) -> String {
    count < 1_000
      ? "\(count)" : digits(count / 1_000) + "," + String("\(1_000 + count % 1_000)".dropFirst())
  }

  private static func time(_ duration: Duration) -> String {
    let (seconds, rest) = duration.components
    return rest == 0
      ? "\(digits(Int(seconds))) s" : "\(seconds * 1_000 + rest / 1_000_000_000_000_000) ms"
  }

  @Test func `the documented table of limits has the defaults of a new configuration`() throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let text = String(
      decoding: try Files.contents(of: "\(root)/\(Self.article)"), as: UTF8.self)
    var rows: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
      try #require(cells.count >= 3, "\(line)")
      let name = String(cells[0].split(separator: "`")[0])
      #expect(rows[name] == nil, "\(name) has two rows")
      rows[name] = cells[1].split(separator: " ").joined(separator: " ")
    }
    let settings = Self.settings()
    #expect(settings.count > 50)
    for (name, text) in settings where rows[name] != text {
      Issue.record("needed: | `\(name)` | \(text) | … |, found: \(rows[name] ?? "no row")")
    }
    let names = Set(settings.map(\.name))
    for name in rows.keys.sorted() where !names.contains(name) {
      Issue.record("\(name) is not a setting with a default")
    }
  }
}
