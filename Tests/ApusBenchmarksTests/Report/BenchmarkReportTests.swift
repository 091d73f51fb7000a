import Testing

@testable import ApusBenchmarks

struct BenchmarkReportTests {
  private func row(
    _ client: String, _ values: [Double], isGreaterBetter: Bool = false
  ) -> ReportRow {
    ReportRow(
      part: "tls", name: "a <GET>", client: client, peer: "plain C", unit: "ratio",
      value: Spread(values), isGreaterBetter: isGreaterBetter)
  }

  private func report(_ rows: [ReportRow]) -> BenchmarkReport {
    BenchmarkReport(environment: RunEnvironment(), notes: ["URLSession"], rows: rows)
  }

  @Test func `a peer leads a benchmark only if the difference exceeds the spread`() {
    #expect(row("Apus", [1.1, 1.2]).isPeerAhead)
    #expect(!row("Apus", [0.9, 1.2]).isPeerAhead)
    #expect(!row("Apus", [0.7, 0.8]).isPeerAhead)
    #expect(row("Apus", [0.7, 0.8], isGreaterBetter: true).isPeerAhead)
    #expect(!row("libcurl", [1.1, 1.2]).isPeerAhead)
  }

  @Test func `the benchmark report begins with the rows that a peer leads`() throws {
    let text = report([row("Apus by default", [2, 2]), row("Apus on its loop", [0.5, 0.5])])
      .markdown
    let sections = text.split(separator: "## ")
    #expect(sections[1].hasPrefix("Rows with a leading peer"))
    #expect(sections[1].contains("Apus by default"))
    #expect(!sections[1].contains("Apus on its loop"))
  }

  @Test func `a benchmark report is unchanged after it is written and read`() throws {
    let first = report([row("Apus", [1, 2, 3])])
    let bytes = try first.json()
    let second = try BenchmarkReport(bytes: bytes)
    #expect(second.rows == first.rows && second.notes == first.notes)
  }

  @Test func `the report in Benchmarks/Results has the form and the parts of a report`() throws {
    let report = try BenchmarkReport(
      file: ClientRegistry.root + "/Benchmarks/Results/tls-and-transport.json")
    #expect(report.parts == ["transport", "tls"])
    #expect(Set(report.rows.map(\.key)).count == report.rows.count)
  }

  @Test func `the benchmark page has no script, escaped text and a table for each chart`() {
    let absolute = ["Apus", "plain C"].map {
      ReportRow(part: "tls", name: "GET & <b>", client: $0, unit: "µs", value: Spread([1, 2]))
    }
    let page = report(absolute + [row("Apus", [1, 2])]).page
    #expect(!page.contains("<script") && !page.contains("<b>"))
    #expect(page.contains("GET &amp; &lt;b&gt;"))
    let (charts, tables) = (
      page.split(separator: "<svg").count, page.split(separator: "<table").count
    )
    #expect(charts == 2 && tables >= charts)
  }

  @Test(arguments: [
    (0.0, "0.00"), (0.00049, "0.0005"), (0.5, "0.50"), (12.34, "12.3"), (1234.5, "1235"),
  ])
  func `a number in the benchmark report has three significant digits`(value: Double, text: String)
  {
    #expect(BenchmarkReport.figure(value) == text)
  }
}
