import ApusNet
import ApusSerialization
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// Skipped files never count as valid, and an expired certificate takes precedence over unreadable
/// files.
@Suite(.ownThread) struct ScanCompletenessTests {
  /// A day before the fixtures of a hundred years expire.
  private static let late = "--time=2126-10-28T00:00:00Z"

  private static func codes(_ json: String) throws -> [String] {
    let problems = try JSON.Value(parsing: json)["problems"]?.array ?? []
    return problems.compactMap { $0["code"]?.string }
  }

  @Test func `cert scan exits with 11 for a folder that is nested too deeply`()
    throws
  {
    let folder = try TrialFolder(["a.pem": Files.contents(of: Trial.server)])
    let deep = "1/2/3/4/5/6/7/8"
    let made = "mkdir -p \(deep)/9 && cp a.pem \(deep)/9/"
    let run = try RunningTool("\(made) && \"$tool\" cert scan . --format json", in: folder)
    #expect(run.status == 11, "\(run.complaints)")
    #expect(try Self.codes(run.output) == ["too-deep"])
    #expect(try JSON.Value(parsing: run.output)["isComplete"] == false)
    #expect(
      run.complaints.contains("/\(deep): the folder is nested 8 levels deep, and was skipped"))
    let fits = try RunningTool("rm -r \(deep) && \"$tool\" cert scan .", in: folder)
    #expect(fits.status == 0 && fits.complaints.isEmpty, "\(fits.complaints)")
  }

  @Test func `cert scan reads a file whose name is not UTF-8 instead of a similar file`()
    throws
  {
    let pem = try Files.contents(of: Trial.server)
    let folder = try TrialFolder(["a.pem": pem, "b\u{fffd}.pem": Array("no certificate".utf8)])
    let wrong = "\"$(printf 'b\\377.pem')\""
    let run = try RunningTool(
      "cp a.pem \(wrong) && \"$tool\" cert scan . --format json", in: folder)
    #expect(run.status == 0, "\(run.complaints)")
    #expect(try JSON.Value(parsing: run.output)["certificateCount"]?.int == 2)
    let soon = try RunningTool("\"$tool\" cert scan . \(Self.late)", in: folder)
    #expect(soon.status == 1 && soon.output.contains("b\\xff.pem"), "\(soon.output)")
  }

  @Test func `apus cert scan exits with 11 if there are more files than its limit`() throws {
    let many = "mkdir many && seq 100000 | (cd many && xargs touch) && cp a.pem many/z.pem"
    let folder = try TrialFolder(["a.pem": Files.contents(of: Trial.server)])
    let run = try RunningTool("\(many) && \"$tool\" cert scan many --format json", in: folder)
    #expect(run.status == 11, "\(run.complaints)")
    #expect(try Self.codes(run.output) == ["too-many-files"])
  }

  @Test func `apus cert scan reports an expired certificate before an unreadable file`()
    async throws
  {
    let folder = try TrialFolder([
      "a.pem": Files.contents(of: Trial.server), "stray.der": [0x30, 3, 2, 1, 7],
    ])
    let found = try RunningTool("\"$tool\" cert scan . \(Self.late)", in: folder)
    #expect(found.status == 1 && found.complaints.contains("stray.der: "), "\(found.complaints)")
    #expect(try RunningTool("\"$tool\" cert scan .", in: folder).status == 3)
  }

  @Test func `apus cert scan skips files of other known formats without a message`() async throws {
    let folder = try TrialFolder([
      "a.pem": Files.contents(of: Trial.server), "notes.txt": Array("nothing".utf8),
      "key.pem": Files.contents(of: Trial.fixture("keys/p256.pem")),
      "list.pem": Files.contents(of: Trial.fixture("revocation/list.pem")),
    ])
    let quiet = await Trial("cert", "scan", folder.path)
    #expect(
      quiet.status == .success
        && quiet.output == "0 of 1 certificates expire within the time limit\n")
    #expect(quiet.complaints.isEmpty)
    let verbose = await Trial("cert", "scan", "--verbose", folder.path)
    #expect(verbose.complaints.contains("notes.txt contains no certificate"))
    #expect(verbose.complaints.contains("key.pem, line 1: the private key was skipped"))
  }

  @Test func `apus cert scan counts a file once if several symbolic links lead to it`() async throws
  {
    let folder = try TrialFolder(["a.pem": Files.contents(of: Trial.server)])
    try folder.link("b.pem", to: "a.pem")
    try folder.link("loop", to: ".")
    try folder.link("nowhere", to: "none")
    let trial = await Trial("cert", "scan", folder.path)
    #expect(
      trial.status == .success
        && trial.output == "0 of 1 certificates expire within the time limit\n")
    // A file that is named twice is read twice.
    let file = folder.path + "/a.pem"
    #expect(
      await Trial("cert", "scan", file, file).output
        == "0 of 2 certificates expire within the time limit\n")
  }

  @Test func `apus cert scan accepts the time span before the paths`() async throws {
    let folder = Trial.fixture("chains")
    let time = "--time=2126-10-18T20:28:38Z"
    #expect(await Trial("cert", "scan", "9d", folder, time).status == .success)
    #expect(await Trial("cert", "scan", "11d", folder, time).status == .failure)
    #expect(await Trial("cert", "scan", "11d", "--expires-within=9d", folder).status == .usage)
    #expect(await Trial("cert", "scan", "11d").status == .usage)
  }

  @Test func `cert scan counts certificates in PKCS 12 and PKCS 7 and reports locked files`()
    async throws
  {
    let store = Trial.fixture("keystores/p256.p12")
    let locked = await Trial("cert", "scan", store, Trial.server)
    #expect(locked.status == .incomplete && locked.complaints.contains("--password-file FILE"))
    let opened = await Trial(["cert", "scan", store], environment: ["APUS_PASSWORD": "apus"])
    #expect(
      opened.status == .success
        && opened.output == "0 of 2 certificates expire within the time limit\n")
    let message = await Trial("cert", "scan", Trial.fixture("tool/message.p7b"))
    #expect(
      message.status == .success
        && message.output == "0 of 2 certificates expire within the time limit\n")
  }

  @Test func `apus cert scan reads a server's certificates and reports an unreachable server`()
    async throws
  {
    try await TrialServer.run(.local()) { server in
      let place = "localhost:\(server.port)"
      let now = WallClock.secondsSinceEpoch
      let trial = await Trial(["cert", "scan", "1h", place, Trial.server], now: now)
      #expect(trial.status == .success, "\(trial.complaints)")
      let late = await Trial(["cert", "scan", "5000w", place], now: now)
      #expect(late.status == .failure && late.output.contains(place))
    }
    #expect(await Trial("cert", "scan", "localhost:1").status == .connection)
  }
}
