import Testing

@testable import ApusHTTP

/// The range of a line in its section's bytes.
struct FieldLineTests {
  @Test func `a field line returns the byte ranges of its name and value`() {
    let line = FieldLine(nameStart: 3, nameEnd: 7, valueStart: 9, valueEnd: 20, notes: .host)
    #expect(line.name == 3..<7)
    #expect(line.value == 9..<20)
    #expect(line.byteCount == 15)
    #expect(line.notes == .host)
  }

  @Test func `a field line can store byte offsets up to the maximum of 32 bits`() {
    let end = FieldLine.offsetLimit
    let line = FieldLine(nameStart: end - 2, nameEnd: end - 1, valueStart: end, valueEnd: end)
    #expect(line.name == end - 2..<end - 1)
    #expect(line.value == end..<end)
    #expect(line.notes.isEmpty)
  }

  @Test func `a field line occupies at most 20 bytes of memory`() {
    #expect(MemoryLayout<FieldLine>.stride <= 20)
  }
}
