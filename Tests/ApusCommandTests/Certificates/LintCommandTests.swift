import ApusNet
import ApusSerialization
import ApusX509
import Testing

@testable import ApusCommand

/// The rules that certificates break, for people and for programs.
@Suite struct LintCommandTests {
  private static func json(_ text: String) throws -> JSON.Value {
    try JSON.Value(parsing: Array(text.utf8))
  }

  @Test func `cert lint exits with 1 for an error, and on request for a warning`() async {
    let trial = await Trial("cert", "lint", Trial.server)
    #expect(trial.status == .failure)
    #expect(trial.output.contains("  error serial-zero: "))
    #expect(trial.output.contains("(RFC 5280 section 4.1.2.2)"))
    let client = await Trial("cert", "lint", Trial.client)
    #expect(client.output.contains("warning") && !client.output.contains("error "))
    #expect(client.status == .success)
    #expect(await Trial("cert", "lint", "--fail-on=warning", Trial.client).status == .failure)
    #expect(await Trial("cert", "lint", "--fail-on=never", Trial.client).status == .usage)
  }

  @Test func `the private profile of cert lint omits rules for public authorities`() async {
    let web = await Trial("cert", "lint", "--profile", "web", Trial.client)
    #expect(web.output == (await Trial("cert", "lint", Trial.client)).output)
    #expect(web.output == (await Trial("cert", "lint", "--profile=baseline", Trial.client)).output)
    #expect(web.output.contains("CA/Browser Forum"))
    let own = await Trial("cert", "lint", "--profile", "private", Trial.client)
    #expect(!own.output.contains("CA/Browser Forum"))
    let server = await Trial("cert", "lint", "--profile", "private", Trial.server)
    #expect(server.status == .failure && server.output.contains("serial-zero"))
    #expect(await Trial("cert", "lint", "--profile=other", Trial.client).status == .usage)
  }

  @Test func `the JSON output of cert lint has a citation for each finding`() async throws {
    let json = try Self.json(await Trial("cert", "lint", "--format", "json", Trial.server).output)
    let findings = json["certificates"]?[0]?["findings"]?.array ?? []
    #expect(findings.contains { $0["code"] == "serial-zero" && $0["severity"] == "error" })
    #expect(json["schema"] == "apus.lint/1")
  }

  @Test func `the SARIF output of cert lint has all rules and a location for each result`()
    async throws
  {
    let json = try Self.json(await Trial("cert", "lint", "--format", "sarif", Trial.server).output)
    #expect(json["version"] == "2.1.0")
    let run = json["runs"]?[0]
    let rules = run?["tool"]?["driver"]?["rules"]?.array ?? []
    #expect(rules.compactMap { $0["id"]?.string } == X509.Lint.all.map(\.code))
    let results = run?["results"]?.array ?? []
    #expect(!results.isEmpty)
    for result in results {
      #expect(rules.contains { $0["id"] == result["ruleId"] })
      let location = result["locations"]?[0]?["physicalLocation"]
      #expect(location?["region"]?["startLine"]?.int == 1)
      #expect(location?["artifactLocation"]?["uri"]?.string?.hasSuffix("server.pem") == true)
      #expect(["error", "warning", "note"].contains(result["level"]?.string))
    }
  }

  @Test func `special bytes of a file path are percent-encoded in SARIF output`() {
    #expect(SARIF.uri(of: "a b/c:d%é.pem") == "a%20b/c%3ad%25%c3%a9.pem")
    #expect(SARIF.uri(of: FilePath(bytes: [0x61, 0xff])) == "a%ff")
  }
}
