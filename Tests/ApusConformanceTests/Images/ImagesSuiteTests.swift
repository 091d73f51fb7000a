import ApusImages
import ApusSerialization
import Testing

@testable import ApusConformance

/// Tests of the checker: a wrong fact is detected, and an invalid file must not decode.
struct ImagesSuiteTests {
  /// A GIF of one frame, 3 wide and 2 high.
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [3, 0, 2, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 3, 0, 2, 0, 0, 2, 0, 0x3b]

  /// Returns the counts of a corpus of one file: passed, failed, and skipped without changes.
  private func counts(
    _ bytes: [UInt8], _ entry: JSON.Object
  ) throws -> (passed: Int, failed: Int, skipped: Int) {
    var entry = entry
    entry["file"] = "file"
    var report = Report()
    // Other tests of this process have memory of their own.
    let images: JSON.Value = ["images": [.object(entry)]]
    try ImagesSuite.judge(images, mostMemory: .max, into: &report) { _ in bytes }
    return report.counts
  }

  private static let facts: JSON.Object = [
    "expect": "decode", "format": "gif", "width": 3, "height": 2, "frames": 1, "loop": 1,
  ]

  @Test func `an image that matches the manifest passes, including its changed copies`() throws {
    // The file, its changed ones and the memory; seven kinds have no file.
    #expect(try counts(Self.gif, Self.facts) == (3, 0, 7))
  }

  @Test(
    arguments: [
      ("width", 4), ("height", 1), ("frames", 2), ("format", "png"), ("loop", 0),
      ("orientation", 6), ("progressive", true), ("lossless", false), ("durations_ms", [100]),
    ] as [(String, JSON.Value)])
  func `an image fact that differs from the manifest is a failure`(key: String, value: JSON.Value)
    throws
  {
    var facts = Self.facts
    facts[key] = value
    #expect(try counts(Self.gif, facts).failed == 1)
  }

  @Test func `a malformed image that is decoded or a valid image that is not is a failure`() throws
  {
    #expect(try counts(Array(Self.gif.dropLast()), Self.facts).failed == 1)
    #expect(try counts(Array(Self.gif.dropLast()), ["expect": "refuse"]).failed == 0)
    #expect(try counts(Self.gif, ["expect": "limit"]).failed == 1)
    #expect(try counts(Self.gif, ["expect": "either"]).failed == 0)
    #expect(try counts(Self.gif, ["expect": "else"]).failed == 1)
  }

  @Test func `an image corpus without images is an error`() throws {
    var report = Report()
    #expect(throws: CorpusError.self) { try ImagesSuite.judge([:], into: &report) { _ in [] } }
    #expect(throws: CorpusError.self) {
      try ImagesSuite.judge(["images": [["file": "a"]]], into: &report) { _ in [] }
    }
  }
}
