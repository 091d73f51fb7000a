import ApusNet
import ApusSerialization
import TestSupport
import Testing

@testable import ApusCommand

/// Scans for monitoring: JSON and OpenMetrics with every certificate, and repeated scans.
@Suite(.ownThread, .timeLimit(.minutes(15))) struct ScanFormatsTests {
  private static let python = Trial.root + "/.build/peers/bin/python"

  private static let hasReader =
    (try? RunningTool("'\(python)' -c 'import prometheus_client'").status) == 0

  @Test func `the JSON output of cert scan lists all and the expiring certificates`() async throws {
    let folder = Trial.fixture("chains")
    let trial = await Trial("cert", "scan", folder, "--format", "json")
    let json = try JSON.Value(parsing: trial.output)
    #expect(json["schema"] == "apus.scan/1" && json["isComplete"] == true)
    #expect(json["expiring"]?.array?.isEmpty == true)
    let certificates = try #require(json["certificates"]?.array)
    #expect(certificates.count == 4)
    let names = certificates.compactMap { $0["names"]?.array?.first?.string }
    #expect(names.contains("DNS:db.internal.example"))
    for one in certificates {
      #expect(one["state"] == "valid" && one["sha256"]?.string?.utf8.count == 64)
      #expect(one["source"]?["file"]?.string?.hasPrefix(folder) == true)
    }
  }

  @Test(.enabled(if: hasReader || Corpus.isStrict, "prometheus_client is not in .build/peers"))
  func `prometheus_client parses the OpenMetrics output of cert scan`() throws {
    let script = """
      import sys
      from prometheus_client.openmetrics.parser import text_string_to_metric_families
      families = {f.name: f for f in text_string_to_metric_families(sys.stdin.read())}
      ends = families["apus_certificate_not_after_seconds"].samples
      states = {s.labels["state"]: s.value for s in families["apus_scan_certificates"].samples}
      paths = sorted({s.labels["source"].split("/")[-1] for s in ends})
      print(len(families), len(ends), states["valid"], states["expired"], ends[0].value, paths)
      """
    let folder = try TrialFolder([
      "read.py": Array(script.utf8), "a \"b\".pem": Files.contents(of: Trial.server),
      "broken.der": [0x30, 3, 2, 1, 7],
    ])
    let run = try RunningTool(
      "cp '\(Trial.authority)' \"$(printf 'c\\n\\\\d.pem')\"; "
        + "\"$tool\" cert scan . --format openmetrics >metrics; echo $?; "
        + "'\(Self.python)' read.py <metrics", in: folder)
    #expect(run.status == 0, "\(run.complaints)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "3")
    #expect(lines.last == #"5 2 2 0 4948892917 ['a "b".pem', 'c\\x0a\\d.pem']"#)
  }

  @Test func `apus cert scan --watch repeats the scan until a signal arrives`() throws {
    let folder = try TrialFolder(["a.pem": Files.contents(of: Trial.server)])
    let run = try RunningTool(
      "mkdir seen; cp a.pem seen/; \"$tool\" cert scan seen --watch 1s >lines & pid=$!; "
        + "until grep -q '0 of 1' lines; do sleep 0.1; done; cp a.pem seen/b.pem; "
        + "until grep -q '0 of 2' lines; do sleep 0.1; done; kill -TERM $pid; wait $pid", in: folder
    )
    #expect(run.status == 143, "\(run.complaints)")
    let lines = String(decoding: try folder.bytes(of: "lines"), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.count.isMultiple(of: 2) && lines[0].hasSuffix("Z"))
  }

  @Test(arguments: [
    ["--watch", "0s"], ["--watch", "1"], ["--watch=1s", "--time=2026-01-01T00:00:00Z"],
  ])
  func `cert scan --watch requires a duration with a unit and rejects a fixed time`(
    _ words: [String]
  ) async {
    #expect(await Trial(["cert", "scan", Trial.server] + words).status == .usage)
  }
}
