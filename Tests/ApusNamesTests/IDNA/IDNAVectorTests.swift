import ApusNames
import Testing

/// UTS 46 section 8, Unicode's own vectors. `Fixtures/unicode/README.md` has their source.
@Suite struct IDNAVectorTests {
  /// One line of the file; nil is a refusal.
  struct Vector {
    var source: [UInt8]
    var unicode: [UInt8]?
    var ascii: [UInt8]?
  }

  /// The results of the lines. All but the first two are our decisions, documented at `DomainName`.
  struct Tally: Equatable {
    var read = 0
    var refused = 0
    var numericRefused = 0
    var trailingDotRead = 0
    var hyphensRead = 0
  }

  @Test func `each Unicode IDNA test vector has the expected result or a listed deviation`() throws
  {
    let vectors = try Self.vectors()
    var tally = Tally()
    for vector in vectors {
      let isExpected = judge(vector, &tally)
      #expect(isExpected, "\(String(decoding: vector.source, as: UTF8.self))")
    }
    #expect(vectors.count == 6460)
    #expect(
      tally
        == Tally(
          read: 551, refused: 5837, numericRefused: 8, trailingDotRead: 56, hyphensRead: 8))
  }

  @Test func `the ASCII form and the Unicode form of a host name parse to the same name`() throws {
    for vector in try Self.vectors() {
      guard let name = try? DomainName(vector.source.span) else { continue }
      #expect(try DomainName(name.description).bytes == name.bytes)
      #expect(try DomainName(name.unicodeDescription).bytes == name.bytes)
    }
  }

  private func judge(_ vector: Vector, _ tally: inout Tally) -> Bool {
    do throws(NameError) {
      let name = try DomainName(vector.source.span)
      let unicode = Array(name.unicodeDescription.utf8)
      if let ascii = vector.ascii {
        tally.read += 1
        return Array(name.description.utf8) == ascii && unicode == vector.unicode
      }
      if name.hasTrailingDot, unicode == vector.unicode {
        tally.trailingDotRead += 1
        return true
      }
      tally.hyphensRead += 1
      return name.labels.contains { label in
        let text = name.bytes[label]
        return text.dropFirst(2).starts(with: Array("--".utf8))
          && !text.starts(with: Array("xn".utf8))
      }
    } catch {
      guard vector.ascii != nil else {
        tally.refused += 1
        return true
      }
      tally.numericRefused += 1
      if case .numericLastLabel = error { return true }
      return false
    }
  }

  private static func vectors() throws -> [Vector] {
    try Fixture.bytes("unicode/idna-vectors.txt").split(separator: 0x0a).compactMap { line in
      guard line.first != 0x23 else { return nil }
      let fields = line.split(separator: 0x3b, omittingEmptySubsequences: false).map(unescaped)
      try #require(fields.count == 4)
      return Vector(
        source: fields[0], unicode: fields[1] == [0x21] ? nil : fields[1],
        ascii: fields[2] == [0x21] ? nil : fields[2])
    }
  }

  /// Drops the spaces and writes each `\u{hex}` as UTF-8, surrogates too, which is not allowed.
  private static func unescaped(_ field: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var rest = field
    while let byte = rest.popFirst() {
      if byte == 0x20 { continue }
      guard byte == 0x5c, let end = rest.firstIndex(of: 0x7d) else {
        output.append(byte)
        continue
      }
      let digits = rest[(rest.startIndex + 2)..<end]
      let scalar = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
      output += scalar.utf8
      rest = rest[(end + 1)...]
    }
    return output
  }
}

extension UInt32 {
  /// The bytes of a scalar in UTF-8, and of a surrogate by the same rule.
  fileprivate var utf8: [UInt8] {
    if let scalar = Unicode.Scalar(self) { return Array(String(scalar).utf8) }
    return [UInt8(0xe0 | self >> 12), UInt8(0x80 | self >> 6 & 63), UInt8(0x80 | self & 63)]
  }
}
