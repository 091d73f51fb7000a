import Apus
import ApusNet
import TestSupport
import Testing

/// The regions between the marks are the code of the article on downloads.
@Suite(.ownThread) struct DownloadSnippets {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a download is saved to a folder and reports its progress`() async throws {
    try await Service.with { _, api in
      // Snippet:
      var fraction = 0.0
      let file = try await api.download(
        "dumps/today.tar", to: folder.path + "/", options: [.overwrite]
      ) { fraction = $0.fraction ?? 0 }
      // End.
      #expect(file.path == folder.path + "/today.tar" && file.byteCount == 100_000)
      #expect(fraction == 1)
    }
  }

  @Test func `a session can have a default folder for its downloads`() async throws {
    try await Service.with { base, _ in
      // Snippet:
      let dumps = try HTTPSession(base) { $0.downloads.destination = folder.path + "/dumps" }
      let today = try await dumps.download("dumps/today.tar", options: [.createFolders])
      // End.
      #expect(today.path == folder.path + "/dumps/today.tar")
      await dumps.shutdown(within: .seconds(60))
    }
  }

  @Test func `an interrupted download is resumed by the next call`() async throws {
    try await Service.with { _, api in
      // Snippet:
      let download = try await api.download(
        "dumps/today.tar", to: folder.path + "/today.tar", options: [.resume, .overwrite])
      print(download.resumedFrom, download.byteCount)
      // End.
      #expect(download.resumedFrom == 0)
      // Snippet:
      try await api.discard(.get("dumps/today.tar"), at: folder.path + "/today.tar")
      // End.
      #expect(try Files.names(in: folder.path) == ["today.tar"])
    }
  }

  @Test func `an interrupted download is resumed with a resume token`() async throws {
    try await Service.with { _, api in
      // Snippet:
      func today(_ token: HTTPSession.ResumeToken?) async throws -> HTTPSession.ResumeToken? {
        do {
          if let token {
            try await api.download(resuming: token, to: folder.path + "/")
          } else {
            try await api.download("dumps/today.tar", to: folder.path + "/", options: .resume)
          }
          return nil
        } catch let error as HTTPSessionError where error.resumeToken != nil {
          return error.resumeToken
        }
      }
      // End.
      let token = try await today(nil)
      #expect(token == nil)
    }
  }

  @Test func `a download checks the SHA-256 digest and sets file permissions`() async throws {
    try await Service.with { _, api in
      // Snippet:
      try await api.download(
        "dumps/today.tar", to: folder.path + "/checked.tar", options: [.resume, .overwrite],
        sha256: "2c4b101169bf328cd4a882e640a8b57eb3acf76518b3d105869905cf629e791c")
      // End.
      // Snippet:
      try await api.download(
        "dumps/today.tar", to: folder.path + "/public/today.tar",
        options: [.shared, .createFolders])
      // End.
      #expect(try Files.names(in: folder.path) == ["checked.tar", "public"])
    }
  }
}
