extension BenchmarkReport {
  /// The report as an HTML page that needs no other file and no script.
  var page: String {
    var body = "<h1>Apus benchmark report</h1>"
    if environment.isNoisy {
      body += "<p class=\"noisy\">\(Chart.escaped(environment.noiseText)).</p>"
    }
    body += "<h2>Rows with a leading peer</h2>"
    body +=
      peersAhead.isEmpty
      ? "<p>None.</p>" : Self.table(Self.ratioHeads, peersAhead.map(Self.ratioCells))
    body += "<h2>Machine</h2>"
    body += Self.table(["fact", "value"], facts.map { [$0.name, $0.text] })
    for part in parts { body += section(part) }
    if !notes.isEmpty {
      body += "<h2>Notes</h2><ul>"
      body += notes.map { "<li>\(Chart.escaped($0))</li>" }.joined() + "</ul>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Apus benchmark report</title><link rel="icon" href="data:,">
      <style>\(Self.style)</style></head><body><main>\(body)</main></body></html>

      """
  }

  private func section(_ part: String) -> String {
    var text = "<h2>\(Chart.escaped(part))</h2>"
    let (curves, others) = (curves(of: part), workloads(of: part))
    for curve in curves {
      text += "<h3>\(Chart.escaped(curve.name))</h3><figure>"
      text += Chart.curve(curve.points.map { ($0.size, $0.value.median) }, unit: curve.unit)
      text += "</figure>"
      text += Self.table(
        ["size", curve.unit, "quartiles"],
        curve.points.map {
          ["\(Int($0.size))", Self.figure($0.value.median), Self.quartiles($0.value)]
        })
    }
    for (name, rows) in others where !Self.isPoint(rows[0]) {
      text += "<h3>\(Chart.escaped(name))</h3>"
      if rows.count > 1 {
        text += "<figure>"
        text += Chart.bars(
          rows.map { Chart.Entry(label: $0.client, value: $0.value, isOurs: $0.isOurs) },
          unit: rows[0].unit)
        text += "</figure>"
      }
      text += Self.table(
        ["client", "median", "quartiles", "values"],
        rows.map {
          [$0.client, Self.figure($0.value.median), Self.quartiles($0.value), "\($0.value.count)"]
        })
    }
    let ratios = rows.filter { $0.part == part && ($0.peer != nil || $0.limit != nil) }
    if !ratios.isEmpty {
      text += "<h3>Ratios and limits</h3>"
      text += Self.table(Self.ratioHeads, ratios.map(Self.ratioCells))
    }
    return text
  }

  /// A growth curve of the part `scaling`. The name of each row ends with a size, such as "cookies:
  /// 50".
  private struct Growth {
    let name: String
    let unit: String
    var points: [(size: Double, value: Spread)]
  }

  private static func isPoint(_ row: ReportRow) -> Bool {
    row.part == "scaling" && row.limit == nil
  }

  private func curves(of part: String) -> [Growth] {
    var curves: [Growth] = []
    for row in rows where row.part == part && Self.isPoint(row) {
      let pieces = row.name.split(separator: ":")
      guard pieces.count == 2, let size = Double(pieces[1].drop { $0 == " " }) else { continue }
      if curves.last?.name != String(pieces[0]) {
        curves.append(Growth(name: String(pieces[0]), unit: row.unit, points: []))
      }
      curves[curves.count - 1].points.append((size, row.value))
    }
    return curves
  }

  private static let ratioHeads = [
    "part", "measure", "client", "to", "median", "quartiles", "limit", "result",
  ]

  private static func ratioCells(_ row: ReportRow) -> [String] {
    [
      row.part, row.name, row.client, row.peer ?? "", figure(row.value.median),
      quartiles(row.value), limitText(row), row.outcome?.rawValue ?? "",
    ]
  }

  /// Returns an HTML table that scrolls inside its own area if the window is narrow.
  private static func table(_ heads: [String], _ rows: [[String]]) -> String {
    let head = heads.map { "<th scope=\"col\">\(Chart.escaped($0))</th>" }.joined()
    let body = rows.map { row in
      "<tr>\(row.map { "<td>\(Chart.escaped($0))</td>" }.joined())</tr>"
    }.joined()
    return """
      <div class="table" tabindex="0"><table><thead><tr>\(head)</tr></thead>\
      <tbody>\(body)</tbody></table></div>
      """
  }

  /// The style of the page. Each text colour has a contrast of at least 4.5 to its background in
  /// light and dark mode, and bars have a contrast of at least 3.
  private static let style = """
    :root{--back:#fff;--text:#1b1f24;--soft:#57606a;--line:#d0d7de;--ours:#0b62c4;--peer:#768390;\
    --warn:#9a1c12;color-scheme:light dark}\
    @media(prefers-color-scheme:dark){:root{--back:#0d1117;--text:#e6edf3;--soft:#9ea7b3;\
    --line:#3a424d;--ours:#58a6ff;--peer:#7d8894;--warn:#ff9d8f}}\
    *{box-sizing:border-box}\
    body{margin:0;background:var(--back);color:var(--text);\
    font:16px/1.5 system-ui,"DejaVu Sans",sans-serif}\
    main{max-width:60rem;margin:0 auto;padding:1rem}\
    h1,h2,h3{line-height:1.2;overflow-wrap:anywhere}h2{margin-top:2.5rem}h3{font-size:1rem}\
    .noisy{color:var(--warn);border:2px solid var(--warn);padding:.5rem}\
    figure{margin:0 0 1rem;max-width:30rem}svg{width:100%;height:auto;display:block}\
    svg text{fill:var(--text);font-size:13px}\
    .ours{fill:var(--ours)}.peer{fill:var(--peer)}\
    .spread{stroke:var(--text);stroke-width:3}.axis{stroke:var(--soft)}\
    .curve{fill:none;stroke:var(--ours);stroke-width:3}\
    .table{overflow-x:auto;border:1px solid var(--line);margin-bottom:1rem}\
    table{border-collapse:collapse;width:100%;font-size:.875rem}\
    th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line)}\
    th{color:var(--soft)}
    """
}
