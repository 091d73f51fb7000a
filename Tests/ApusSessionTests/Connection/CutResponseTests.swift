import ApusHTTP
import ApusNet
import ApusTestServer
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// A connection that ends, in order or by a reset, after each byte of a response.
@Suite(.ownThread) struct CutResponseTests {
  /// Cuts a response after each byte, and compares the received rest with the original.
  private static func cutEverywhere(
    _ framing: CutAnswer.Framing, _ ending: CutAnswer.Ending, _ consumer: CutAnswer.Consumer,
    _ judge: (CutAnswer, CutAnswer.Outcome) -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await SessionFixture.withConnections(CutAnswer.serve) { fixture in
      for count in 0...framing.answer.utf8.count {
        let cut = CutAnswer(framing: framing, ending: ending, byteCount: count)
        judge(cut, try await cut.read(consumer, fixture.session, folder.path))
        #expect(await fixture.session.gauge(\.leased, reaches: 0) == 0)
        #expect(await fixture.session.gauge(\.waiting, reaches: 0) == 0)
        // A connection that was good for more is closed when the server's end of it is seen.
        try await fixture.expectNothingLeft()
      }
    }
  }

  @Test(arguments: CutAnswer.Ending.allCases, CutAnswer.Framing.allCases)
  func `a truncated response throws one error and is never complete`(
    _ ending: CutAnswer.Ending, _ framing: CutAnswer.Framing
  ) async throws {
    for consumer in CutAnswer.Consumer.allCases {
      try await Self.cutEverywhere(framing, ending, consumer) { cut, outcome in
        let isAll = cut.byteCount == framing.answer.utf8.count
        switch (ending, framing, outcome) {
        case (.finish, .close, .whole(let content)) where cut.byteCount >= framing.headEnd:
          // Here the end of the connection is the end of the content.
          let sent = CutAnswer.content.prefix(cut.byteCount - framing.headEnd)
          #expect(content == sent || consumer == .lines && content + "\n" == sent)
        case (.finish, .length, .whole(let content)) where isAll,
          (.finish, .chunks, .whole(let content)) where isAll,
          (.finish, .early, .whole(let content)) where isAll,
          // A reset may overtake earlier bytes, or arrive when all are read.
          (.reset, .length, .whole(let content)) where isAll,
          (.reset, .chunks, .whole(let content)) where isAll,
          (.reset, .early, .whole(let content)) where isAll:
          #expect(content == CutAnswer.content)
        case (.finish, _, .failed) where isAll:
          Issue.record("\(consumer): \(framing) is whole: \(outcome)")
        case (_, _, .whole):
          Issue.record("\(consumer): \(ending) after \(cut.byteCount) of \(framing) is whole")
        case (_, _, .failed(let content, let reason)):
          #expect(CutAnswer.content.utf8.starts(with: content.utf8))
          // A line is complete when its end was received.
          if consumer == .lines { #expect(content.isEmpty || content == "Hello") }
          // None of these is a deadline that came first.
          #expect(["connection-lost", "invalid-response"].contains(reason.code.name))
        }
      }
    }
  }

  @Test func `the error for a truncated response contains the received part`() async throws {
    try await SessionFixture.withConnections(CutAnswer.serve) { fixture in
      let count = CutAnswer.Framing.length.headEnd + 5
      let cut = CutAnswer(framing: .length, ending: .finish, byteCount: count)
      let error = await fixture.failure(of: cut.request)
      #expect(error?.reason == .response(.truncated(.body, at: count)))
      #expect(error?.response?.headers["X-A"] == "b")
      #expect(error?.response?.text == "Hello")
    }
  }

  @Test func `responses that are cut at any byte leave no file descriptor open`() async {
    // In a separate process, in which no other code opens files.
    await #expect(processExitsWith: .success) {
      try await OpenDescriptors.expectNone {
        try await CutResponseTests.cutEverywhere(.length, .finish, .download) { _, _ in }
      } after: {
        for ending in CutAnswer.Ending.allCases {
          for consumer in CutAnswer.Consumer.allCases {
            try await CutResponseTests.cutEverywhere(.chunks, ending, consumer) { _, _ in }
            try await CutResponseTests.cutEverywhere(.close, ending, consumer) { _, _ in }
          }
        }
      }
    }
  }
}
