import Testing

@testable import ApusSerialization

/// Types of Foundation in a program without their conversions.
struct FoundationTypeTests {
  private struct Stranger: Codable { var seconds = 1 }

  @Test func `the errors for a rejected Foundation type mention custom conversions`() throws {
    var coder = JSONCoder()
    coder.conversions = [JSON.Conversion(refusing: Stranger.self)]
    let unwritten = #expect(throws: JSON.EncodingError.self) {
      try coder.encode(["at": Stranger()])
    }
    #expect(unwritten?.path == ["at"] && unwritten?.description.contains("`conversions`") == true)
    let unread = #expect(throws: JSON.DecodingError.self) {
      try coder.decode([Stranger].self, from: #"[{"seconds":1}]"#)
    }
    #expect(unread?.description.contains("link Apus") == true)
  }
}
