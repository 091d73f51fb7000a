import ApusCrypto
import ApusHTTP
import ApusNet
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
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

  /// A file that nginx serves, with its changes between requests.
  private struct Source {
    let folder: TemporaryFolder
    var content: [UInt8]
    /// Long ago, so that a time is a strong mark. RFC 9110 section 8.8.2.2.
    var moment = 1_700_000_000

    init(_ content: [UInt8]) throws {
      folder = try TemporaryFolder()
      self.content = content
      try put()
    }

    func put() throws {
      try folder.replace("f", with: content)
      // SAFETY: a C string for this call only.
      guard unsafe apus_test_run("touch -d @\(moment) '\(folder.path)/f'") == 0 else {
        throw TemporaryFolder.Failure()
      }
    }

    /// Puts another content there, of another length, another time, or both.
    mutating func change(_ generator: inout Generator) throws {
      let kind = UInt8.random(in: 0..<3, using: &generator)
      if kind != 0 { moment += 1 }
      content = NginxDownloadTests.content(generator.next(), content.count + (kind == 1 ? 0 : 1))
      try put()
    }
  }

  private static func session(through relay: Relay) throws -> HTTPSession {
    try HTTPSession.apart("http://127.0.0.1:\(relay.port)/") {
      // An idle connection would keep the rule that it was made by.
      $0.headers["Connection"] = "close"
      ($0.timeouts.queue, $0.timeouts.connect) = (.seconds(60), .seconds(60))
    }
  }

  @Test(arguments: ["f", "timed/f"])
  func `a download from nginx that is cut 100 times yields the complete file`(
    _ target: String
  ) async throws {
    let folder = try TemporaryFolder()
    var source = try Source([])
    let nginx = try Nginx(serving: source.folder)
    let relay = try Relay(to: nginx.port)
    let session = try Self.session(through: relay)
    var generator = Generator(state: target == "f" ? 0x5eed : 0x71ed)
    var (resumed, anew, cuts) = (0, 0, 0)
    while cuts < 100 {
      let count = Int.random(in: 1...50_000, using: &generator)
      source.content = Self.content(generator.next(), count)
      source.moment += 1
      try source.put()
      var token: HTTPSession.ResumeToken?
      var (isWhole, hasChanged) = (false, false)
      while !isWhole {
        // Sometimes there is no cut; the head has some 250 bytes.
        let limit = Int.random(in: 0...(count + 2_000), using: &generator)
        relay.cut(after: limit, limit % 2 == 0 ? .finish : .reset)
        do {
          let download =
            if let token {
              try await session.download(
                resuming: token, to: "\(folder.path)/a", options: .overwrite)
            } else {
              try await session.download(
                .reference(target), to: "\(folder.path)/a", options: [.resume, .overwrite])
            }
          isWhole = true
          if download.resumedFrom > 0 { resumed += 1 } else if token != nil { anew += 1 }
          #expect(download.resumedFrom == 0 || download.resumedFrom == token?.byteCount)
          // A part of changed content is downloaded again, and reports that.
          #expect(!hasChanged || download.resumedFrom == 0)
          let saved = try? Files.contents(of: "\(folder.path)/a")
          #expect(saved == source.content, "cut \(cuts) of \(count), from \(download.resumedFrom)")
        } catch let error as HTTPSessionError {
          cuts += 1
          #expect(!error.code.name.hasPrefix("timed-out"), "\(error)")
          // The token of this response belongs to the current content.
          if hasChanged, token != nil, error.resumeToken != nil, error.resumeToken != token {
            anew += 1
            hasChanged = false
          }
          token = error.resumeToken ?? token
        }
        if !isWhole, Bool.random(using: &generator) {
          try source.change(&generator)
          hasChanged = token != nil
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
