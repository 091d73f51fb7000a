import ApusBytes
import Testing

@Suite struct SpanCopyTests {
  private let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0) }

  @Test func `a copy of a span or of a part of the span contains every byte`() {
    #expect(bytes.span.copy() == bytes)
    for count in 0...20 {
      #expect(bytes.span.extracting(7..<7 + count).copy() == Array(bytes[7..<7 + count]))
    }
  }

  @Test func `a copy of an empty span is an empty array`() {
    let none: [UInt8] = []
    #expect(none.span.copy() == [])
    #expect(bytes.span.extracting(300..<300).copy() == [])
  }

  @Test func `an array appends the bytes of a span at its end`() {
    var array: [UInt8] = [9]
    array.append(bytes.span.extracting(1..<4))
    array.append([UInt8]().span)
    array.append(bytes.span.extracting(255..<257))
    #expect(array == [9, 1, 2, 3, 255, 0])
  }

  @Test func `appending a span to an array does not change a copy of the array`() {
    let before: [UInt8] = [1]
    var after = before
    after.append([2].span)
    #expect(before == [1])
    #expect(after == [1, 2])
  }

  @Test func `text is created from UTF-8 bytes, and invalid bytes are replaced`() {
    let long = "żółw, and more than sixteen bytes"
    for text in ["", "a", "fifteen bytes..", "sixteen bytes...", long] {
      #expect(copied(Array(text.utf8)) == text)
    }
    #expect(copied([0x61, 0xff, 0x62]) == "a\u{fffd}b")
    #expect(copied(Array(long.utf8) + [0xc3]) == long + "\u{fffd}")
  }

  private func copied(_ bytes: [UInt8]) -> String { String(copying: bytes.span) }

  @Test func `replacing bytes of a span leaves the surrounding bytes unchanged`() {
    for count in 0...40 {
      for place in 0...3 {
        var target = [UInt8](repeating: 0xaa, count: 44)
        var span = target.mutableSpan
        span.replace(at: place, with: bytes.span.extracting(1..<1 + count))
        let rest = [UInt8](repeating: 0xaa, count: 44 - place - count)
        let head = [UInt8](repeating: 0xaa, count: place)
        let isRight = target == head + bytes[1..<1 + count] + rest
        if !isRight { Issue.record("\(count) at \(place)") }
      }
    }
  }
}
