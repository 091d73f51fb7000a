internal import ApusBytes

/// The Unicode properties of scalars that matter in host names.
///
/// The table is unpacked when the first host name that is not plain ASCII is parsed. The packed
/// text is the base64 encoding of these numbers:
///
///     records      = count *( ScalarProperties.rawValue )
///     ranges       = count *( index-of-record number-of-scalars )    ; from scalar 0 on
///     mappings     = count *( group-of-shifts / group-of-targets )   ; of mapped scalars in order
///     shifts       = 2 * size      difference                       ; target = scalar + difference
///     targets      = 2 * size + 1  *( length *( difference ) )       ; to the target scalar before
///     compositions = count *( difference difference difference )     ; first, second, composite
///
/// A number has seven bits in each byte, with the low bits first. The high bit of a byte indicates
/// that more bytes follow. A nonnegative difference is encoded as twice its value, and a negative
/// difference as twice its absolute value less one.
struct UnicodeTable: Sendable {
  /// The Unicode table of the generated file.
  static let current = UnicodeTable(text)

  /// Two adjacent Unicode scalars.
  struct Pair: Hashable {
    let first: UInt32
    let second: UInt32
  }

  /// The first scalar of each range, the properties of the range's scalars, and the number of
  /// mapped scalars before the range.
  private var starts: [UInt32] = []
  private var properties: [ScalarProperties] = []
  private var mappedBefore: [Int] = []
  /// The mapping targets of all mapped scalars in one array, and the start index of each target.
  private var targets: [UInt32] = []
  private var targetStarts: [Int] = [0]
  private var composites: [Pair: UInt32] = [:]
  private var decompositions: [UInt32: Pair] = [:]

  /// Unpacks a Unicode table from its packed text. A damaged text produces a table that allows no
  /// scalar.
  init(_ text: String) {
    var reader = NumberReader((try? Base64.decode(text)) ?? [])
    let sources = readRanges(from: &reader)
    readMappings(of: sources, from: &reader)
    readCompositions(from: &reader)
  }

  /// Returns the properties of a Unicode scalar. A number above all scalars is disallowed.
  func properties(of scalar: UInt32) -> ScalarProperties {
    guard let range = range(of: scalar) else { return .disallowed }
    return properties[range]
  }

  /// Appends the UTS 46 mapping of a scalar whose status is `mapped`.
  func appendMapping(of scalar: UInt32, to output: inout [UInt32]) {
    guard let range = range(of: scalar), properties[range].status == .mapped else { return }
    let ordinal = mappedBefore[range] + Int(scalar - starts[range])
    guard ordinal + 1 < targetStarts.count else { return }
    output.append(contentsOf: targets[targetStarts[ordinal]..<targetStarts[ordinal + 1]])
  }

  /// Returns the canonical composition of two scalars, except for Hangul syllables.
  func composite(_ first: UInt32, _ second: UInt32) -> UInt32? {
    composites[Pair(first: first, second: second)]
  }

  /// Returns the canonical decomposition of a scalar into two scalars, except for Hangul syllables.
  func decomposition(of scalar: UInt32) -> Pair? { decompositions[scalar] }

  /// Returns the index of the last range that starts at or before a scalar.
  private func range(of scalar: UInt32) -> Int? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return low > 0 && scalar <= 0x10_ffff ? low - 1 : nil
  }

  /// Reads the ranges of the table, and returns the mapped scalars in order.
  private mutating func readRanges(from reader: inout NumberReader) -> [UInt32] {
    let records = (0..<reader.count()).map { _ in ScalarProperties(rawValue: reader.number()) }
    var sources: [UInt32] = []
    var scalar: UInt32 = 0
    for _ in 0..<reader.count() {
      let index = Int(reader.number())
      let end = scalar &+ reader.number()
      guard index < records.count, end > scalar, end <= 0x11_0000 else { return sources }
      starts.append(scalar)
      properties.append(records[index])
      mappedBefore.append(sources.count)
      if records[index].status == .mapped { sources.append(contentsOf: scalar..<end) }
      scalar = end
    }
    return sources
  }

  private mutating func readMappings(of sources: [UInt32], from reader: inout NumberReader) {
    guard Int(reader.number()) == sources.count else { return }
    var last: UInt32 = 0
    var at = 0
    while at < sources.count {
      let header = reader.number()
      let size = min(Int(header / 2), sources.count - at)
      guard size > 0 else { return }
      let shift = header % 2 == 0 ? reader.difference() : nil
      for source in sources[at..<(at + size)] {
        if let shift {
          targets.append(source &+ shift)
        } else {
          for _ in 0..<reader.count() {
            last = last &+ reader.difference()
            targets.append(last)
          }
        }
        targetStarts.append(targets.count)
      }
      at += size
    }
  }

  private mutating func readCompositions(from reader: inout NumberReader) {
    var first: UInt32 = 0
    var second: UInt32 = 0
    var composite: UInt32 = 0
    for _ in 0..<reader.count() {
      first = first &+ reader.difference()
      second = second &+ reader.difference()
      composite = composite &+ reader.difference()
      let pair = Pair(first: first, second: second)
      composites[pair] = composite
      decompositions[composite] = pair
    }
  }
}

/// A reader of the numbers in the packed text. All numbers after the end of the text are zero.
private struct NumberReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func number() -> UInt32 {
    var number: UInt32 = 0
    var shift: UInt32 = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      number |= UInt32(byte & 0x7f) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return number
  }

  /// Reads the number of the following elements. Each element has at least one byte.
  mutating func count() -> Int { min(Int(number()), bytes.count - position) }

  /// Reads a signed difference, which must be added with overflow.
  mutating func difference() -> UInt32 {
    let number = number()
    return number % 2 == 0 ? number / 2 : ~(number / 2)
  }
}
