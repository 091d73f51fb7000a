import Testing

@testable import ApusHTTP

/// The range of a line in its section's bytes.
struct FieldLineTests {
  @Test func `a field line returns the ranges that it was created with`() {
    let line = FieldLine(nameStart: 3, nameEnd: 7, valueStart: 9, valueEnd: 20, notes: .host)
    #expect(line.name == 3..<7)
    #expect(line.value == 9..<20)
    #expect(line.byteCount == 15)
    #expect(line.notes == .host)
  }

  @Test func `a field line can store the maximum offset`() {
    let end = FieldLine.offsetLimit
    let line = FieldLine(nameStart: end - 2, nameEnd: end - 1, valueStart: end, valueEnd: end)
    #expect(line.name == end - 2..<end - 1)
    #expect(line.value == end..<end)
    #expect(line.notes.isEmpty)
  }

  @Test func `a field line needs at most 20 bytes of memory`() {
    #expect(MemoryLayout<FieldLine>.stride <= 20)
  }
}
