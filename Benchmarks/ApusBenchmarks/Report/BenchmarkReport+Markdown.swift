extension BenchmarkReport {
  /// The report as a Markdown document, which begins with the rows of leading peers.
  var markdown: String {
    var text = "# Benchmark report\n\n"
    if environment.isNoisy { text += "**\(environment.noiseText).**\n\n" }
    text += "## Rows with a leading peer\n\n"
    text += peersAhead.isEmpty ? "None.\n\n" : Self.ratioTable(peersAhead) + "\n"
    text += "## Machine\n\n" + environmentTable + "\n"
    for part in parts {
      text += "## \(part)\n\n"
      let absolute = rows.filter { $0.part == part && $0.peer == nil && $0.limit == nil }
      if !absolute.isEmpty { text += Self.valueTable(absolute) + "\n" }
      let ratios = rows.filter { $0.part == part && ($0.peer != nil || $0.limit != nil) }
      if !ratios.isEmpty { text += Self.ratioTable(ratios) + "\n" }
    }
    if !notes.isEmpty {
      text += "## Notes\n\n" + notes.map { "- \($0)\n" }.joined()
    }
    return text
  }

  /// The facts about the machine, each with a name and a text.
  var facts: [(name: String, text: String)] {
    var facts = [
      ("date", environment.date), ("commit", environment.commit),
      ("processor", "\(environment.processor), \(environment.coreCount) cores"),
      ("memory", environment.memory), ("kernel", environment.kernel),
      ("flags", environment.flags), ("load before", environment.loadBefore),
      ("load after", environment.loadAfter),
    ]
    if !environment.control.isEmpty {
      let control = Spread(environment.control)
      facts.append(
        (
          "control loop, ms",
          "\(Self.figure(control.median)), spread \(Bar.hundredths(control.percent)) %"
        ))
    }
    return facts + environment.versions.map { ($0.name, $0.text) }
  }

  private var environmentTable: String {
    "| | |\n| --- | --- |\n" + facts.map { "| \($0.name) | \($0.text) |\n" }.joined()
  }

  private static func valueTable(_ rows: [ReportRow]) -> String {
    var text = "| workload | client | unit | median | quartiles | values |\n"
    text += "| --- | --- | --- | ---: | ---: | ---: |\n"
    for row in rows {
      text +=
        "| \(row.name) | \(row.client) | \(row.unit) | \(figure(row.value.median)) "
        + "| \(quartiles(row.value)) | \(row.value.count) |\n"
    }
    return text
  }

  private static func ratioTable(_ rows: [ReportRow]) -> String {
    var text = "| part | measure | client | to | median | quartiles | limit | result |\n"
    text += "| --- | --- | --- | --- | ---: | ---: | --- | --- |\n"
    for row in rows {
      text +=
        "| \(row.part) | \(row.name) | \(row.client) | \(row.peer ?? "") "
        + "| \(figure(row.value.median)) | \(quartiles(row.value)) | \(limitText(row)) "
        + "| \(row.outcome?.rawValue ?? "") |\n"
    }
    return text
  }

  static func limitText(_ row: ReportRow) -> String {
    guard let limit = row.limit else { return "" }
    return (limit.isLeast ? "at least " : "at most ") + figure(limit.value)
  }

  static func quartiles(_ spread: Spread) -> String {
    spread.count == 1 ? "" : "\(figure(spread.lower)) to \(figure(spread.upper))"
  }

  /// The rows of the report as a table for a terminal.
  var table: String {
    let lines = rows.map { row in
      (
        "\(row.part): \(row.name)", row.client + (row.peer.map { " to \($0)" } ?? ""),
        Self.figure(row.value.median), Self.quartiles(row.value),
        row.outcome?.rawValue ?? row.unit
      )
    }
    let widths = (
      lines.map(\.0.count).max() ?? 0, lines.map(\.1.count).max() ?? 0,
      lines.map(\.2.count).max() ?? 0, lines.map(\.3.count).max() ?? 0
    )
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: width - text.count)
    }
    return lines.map { line in
      [
        padded(line.0, widths.0), padded(line.1, widths.1),
        String(repeating: " ", count: widths.2 - line.2.count) + line.2,
        padded(line.3, widths.3), line.4,
      ].joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
