import ApusCrypto
import ApusHTTP
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusSession

/// Downloads of files that nginx serves, cut anywhere on the way.
@Suite(.ownThread, .enabled(if: Nginx.isExpected)) struct NginxDownloadTests {
  private static func content(_ seed: UInt64, _ count: Int) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
  }

  @Test func `DL-02: 200 cuts, and the file is whole each time or begun anew`() async throws {
    let source = try TemporaryFolder()
    let folder = try TemporaryFolder()
    let nginx = try Nginx(serving: source)
    let relay = try Relay(to: nginx.port)
    let session = try HTTPSession.apart("http://127.0.0.1:\(relay.port)/") {
      // A connection that rests would be under the rule that it was made by.
      $0.headers["Connection"] = "close"
      ($0.timeouts.queue, $0.timeouts.connect) = (.seconds(60), .seconds(60))
    }
    var generator = Generator(state: 0x5eed)
    var (resumed, anew, cuts) = (0, 0, 0)
    while cuts < 200 {
      let count = Int.random(in: 1...50_000, using: &generator)
      var content = Self.content(generator.next(), count)
      try source.replace("f", with: content)
      var token: HTTPSession.ResumeToken?
      var isWhole = false
      while !isWhole {
        // Sometimes nothing is cut any more; the head has some 250 octets.
        let limit = Int.random(in: 0...(count + 2_000), using: &generator)
        relay.cut(after: limit, limit % 2 == 0 ? .finish : .reset)
        do throws(HTTPSessionError) {
          let download =
            if let token {
              try await session.download(
                resuming: token, to: "\(folder.path)/a", options: .overwrite)
            } else {
              try await session.download(
                "f", to: "\(folder.path)/a", options: [.resume, .overwrite])
            }
          isWhole = true
          if download.resumedFrom > 0 { resumed += 1 } else if token != nil { anew += 1 }
          #expect(download.resumedFrom == 0 || download.resumedFrom == token?.byteCount)
          let saved = try? Files.contents(of: "\(folder.path)/a")
          #expect(saved == content, "cut \(cuts) of \(count), from \(download.resumedFrom)")
        } catch {
          cuts += 1
          #expect(!error.reason.code.hasPrefix("timed-out"), "\(error)")
          token = error.resumeToken ?? token
        }
        if !isWhole, UInt8.random(in: 0..<4, using: &generator) == 0 {
          // Another length, so that the tag is another though the time is the same.
          content = Self.content(generator.next(), content.count + 1)
          try source.replace("f", with: content)
        }
      }
      let names = try Files.names(in: folder.path)
      #expect(names == ["a"])
    }
    #expect(resumed > 10 && anew > 5, "\(resumed) resumed, \(anew) anew")
    await session.shutdown()
    await relay.shutdown()
  }

  /// Numbers that are the same in each run.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var value = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
      return value ^ value >> 31
    }
  }
}
