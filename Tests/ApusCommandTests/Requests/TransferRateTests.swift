import ApusHTTP
import ApusTestServer
import TestSupport
import Testing

@testable import ApusCommand

/// The speed of uploads and downloads with the option `--limit-rate`.
@Suite(.ownThread, .timeLimit(.minutes(5))) struct TransferRateTests {
  private static let content = [UInt8](repeating: 0x61, count: 300 << 10)

  @Test(arguments: [
    ("1", 1), ("5000", 5000), ("200k", 204_800), ("200K", 204_800), ("1M", 1 << 20),
    ("2g", 2 << 30), ("999999999G", 999_999_999 << 30),
  ])
  func `a rate is a number of bytes with an optional unit`(_ text: String, _ byteCount: Int) {
    #expect(TransferRate(text)?.byteCount == byteCount)
  }

  @Test(arguments: ["", "0", "0k", "k", "-1", "+1", "1.5M", "1kb", "1 k", "1T", "1234567890"])
  func `an invalid rate is a usage error`(_ text: String) async {
    #expect(TransferRate(text) == nil)
    let trial = await Trial("get", "http://a.example/", "--limit-rate=\(text)")
    #expect(trial.status == .usage)
  }

  @Test func `the packets of an upload contain at most the bytes of a tenth of a second`() throws {
    for text in ["1", "9", "5000", "200k", "1M", "1G"] {
      let rate = try #require(TransferRate(text))
      let packet = rate.throttle.packetByteCount
      #expect(packet <= max(1, rate.byteCount / 10) && packet <= 64 << 10)
      #expect(rate.throttle.delay >= .seconds(Double(packet) / Double(rate.byteCount) - 1e-9))
    }
  }

  /// The timeouts are shorter than the transfer, because a wait for the rate is not a pause of the
  /// server.
  @Test(arguments: [
    ">copy", "--output copy", "--output - | cat >copy", "--output /dev/stdout >copy",
  ])
  func `a download of 300 KB at 100k takes between two and six seconds`(_ output: String)
    async throws
  {
    let folder = try TrialFolder([:])
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200, body: Self.content))
    } _: { server in
      let start = ContinuousClock.now
      let run = try await RunningTool.run(
        "\"$tool\" get \(server.url) --limit-rate 100k --idle-timeout 1s --first-byte-timeout 1s "
          + output, in: folder)
      let time = start.duration(to: .now)
      #expect(run.status == 0, "\(run.complaints)")
      #expect(time >= .seconds(2) && time <= .seconds(6), "\(time)")
      #expect(try folder.bytes(of: "copy") == Self.content)
    }
  }

  @Test(arguments: ["put URL --data @file", "post URL --form f@file", "put URL --data @- <file"])
  func `an upload of 300 KB at 100k takes between two and six seconds`(_ words: String)
    async throws
  {
    let folder = try TrialFolder(["file": Self.content])
    try await TrialServer.run(nil) { request in
      .response(HTTP.Response(200, body: Array("\(request.body.count)".utf8)))
    } _: { server in
      let start = ContinuousClock.now
      let line = words.replacing(
        "URL", with: "\(server.url) --limit-rate 100k --idle-timeout 1s --first-byte-timeout 1s")
      let run = try await RunningTool.run("\"$tool\" \(line)", in: folder)
      let time = start.duration(to: .now)
      #expect(run.status == 0, "\(run.complaints)")
      #expect(time >= .seconds(2) && time <= .seconds(6), "\(time)")
      #expect(Int(run.output) ?? 0 >= Self.content.count)
    }
  }

  @Test func `the timeout of the whole request ends a limited download`() async throws {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200, body: Self.content))
    } _: { server in
      for output in ["", "--output copy"] {
        let run = try await RunningTool.run(
          "\"$tool\" get \(server.url) --limit-rate 20k --timeout 1s \(output) >part; "
            + "status=$?; [ ! -e copy ] && exit $status")
        #expect(run.status == 8, "\(run.complaints)")
      }
    }
  }

  @Test func `a limited download can be interrupted at once`() async throws {
    try await TrialServer.run(nil) { _ in
      .response(HTTP.Response(200, body: Self.content))
    } _: { server in
      let start = ContinuousClock.now
      let run = try await RunningTool.run(
        "timeout --preserve-status -s INT 2 \"$tool\" get \(server.url) --limit-rate 1k")
      #expect(run.status == 130, "\(run.complaints)")
      #expect(start.duration(to: .now) < .seconds(20))
    }
  }
}
