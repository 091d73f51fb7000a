import ApusNet
import Testing

@testable import ApusImages

/// The picture in the documentation shows the decisions of the code.
struct DownloadTimelineTests {
  @Test func `the documented download timeline shows sharing, cancelling and priorities`() throws {
    let first = DownloadTimeline(.firstInFirstOut)
    let last = DownloadTimeline(.lastInFirstOut)
    #expect(first.mostActive == 2 && last.mostActive == 2)
    for timeline in [first, last] {
      let lines = Dictionary(uniqueKeysWithValues: timeline.lines.map { ($0.name, $0) })
      #expect(lines["A"]?.download == lines["C"]?.download && lines["C"]?.joined == true)
      #expect(lines["A"]?.isCancelled == true && lines["C"]?.ended == 11)
      #expect(lines["D"]?.download == lines["F"]?.download)
      #expect(lines["E"]?.isCancelled == true && lines["E"]?.started == nil)
      // B's place is free a tick after it was stopped.
      #expect(lines["B"]?.ended == 9)
    }
    #expect(first.lines.first { $0.name == "D" }?.started == 10)
    #expect(last.lines.first { $0.name == "G" }?.started == 10)
    #expect(last.lines.first { $0.name == "D" }?.started == 11)
  }

  /// `APUS_RECORD=1` writes it again.
  @Test func `the picture of downloads in the documentation equals the generated picture`() throws {
    let path =
      #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
      + "/Sources/ApusImages/ApusImages.docc/Resources/downloads.svg"
    let svg = DownloadTimeline.svg()
    if ProcessEnvironment.value(of: "APUS_RECORD") == "1" {
      try? Files.remove(path)
      try Files.append(Array(svg.utf8), to: path)
    }
    #expect(String(decoding: try Files.contents(of: path), as: UTF8.self) == svg)
  }
}
