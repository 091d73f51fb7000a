/// Removes code spans, quotations, italics, links to symbols and addresses from a paragraph.
enum Quotations {
  static func removed(from bytes: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      if let end = end(ofQuotationAt: at, in: bytes) {
        at = end
      } else {
        rest.append(bytes[at])
        at += 1
      }
    }
    return rest
  }

  private static func end(ofQuotationAt start: Int, in bytes: [UInt8]) -> Int? {
    switch bytes[start] {
    case UInt8(ascii: "`"):
      let first = start + (isTick(start + 1, bytes) && !isTick(start + 2, bytes) ? 2 : 1)
      guard let last = bytes[min(first, bytes.count)...].firstIndex(of: UInt8(ascii: "`"))
      else { return nil }
      return isTick(last + 1, bytes) ? last + 2 : last + 1
    case UInt8(ascii: "\""): return end(of: [UInt8(ascii: "\"")], after: start + 1, 200, bytes)
    case 0xe2 where bytes[start...].starts(with: "“".utf8):
      return end(of: Array("”".utf8), after: start + 3, 600, bytes)
    case UInt8(ascii: "<") where bytes[start...].starts(with: "<doc:".utf8):
      return end(of: [UInt8(ascii: ">")], after: start, 200, bytes)
    case UInt8(ascii: "h")
    where start + 4 < bytes.count && bytes[start + 3] == UInt8(ascii: "p")
      && (bytes[start...].starts(with: "http://".utf8)
        || bytes[start...].starts(with: "https://".utf8)):
      return bytes[start...].firstIndex { $0 <= 0x20 } ?? bytes.count
    case UInt8(ascii: "*"):
      if start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "*") { return start + 2 }
      let end = end(of: [UInt8(ascii: "*")], after: start + 1, 120, bytes)
      return end == start + 2 ? nil : end
    default: return nil
    }
  }

  private static func isTick(_ index: Int, _ bytes: [UInt8]) -> Bool {
    index < bytes.count && bytes[index] == UInt8(ascii: "`")
  }

  /// Returns the index after a closing mark, if it follows within a number of bytes.
  private static func end(
    of mark: [UInt8], after start: Int, _ limit: Int, _ bytes: [UInt8]
  ) -> Int? {
    let last = min(bytes.count - mark.count, start + limit)
    guard start <= last else { return nil }
    return (start...last).first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
      .map { $0 + mark.count }
  }
}
