/// A document with the places of its values.
///
/// It is not copyable, so that it is borrowed in place: a copy would count two references.
struct JSONDocument: ~Copyable, Sendable {
  let bytes: [UInt8]
  let tape: JSONTape

  /// The error for one that a type threw, with its place in the text.
  func failure(_ error: any Error) -> JSON.DecodingError {
    JSON.DecodingError(error, in: bytes.span)
  }

  /// The kind of the value at a place.
  func kind(at place: Int) -> JSONTape.Kind { tape.kind(at: place, in: bytes.span) }

  /// The byte that a value begins with.
  @inline(__always)
  func firstByte(at place: Int) -> UInt8 { bytes[tape.entries[place].offset] }

  /// Returns whether the value at a place is `null`.
  @inline(never)
  func isNull(at place: Int) -> Bool { firstByte(at: place) == 0x6e }

  /// The place after the last entry of an array or object.
  @inline(__always)
  func end(of place: Int) -> Int { tape.entries[place].end }

  /// The place after a value with its whole content.
  @inline(__always)
  func place(behind place: Int) -> Int { tape.place(behind: place, in: bytes.span) }

  /// The number of elements of an array.
  func count(of array: Int) -> Int { tape.count(of: array, in: bytes.span) }

  /// The value at a place.
  func value(at place: Int) -> JSON.Value { tape.value(at: place, in: bytes.span) }

  /// The text at a place, if it is one.
  @inline(never)
  func text(at place: Int) -> String? {
    firstByte(at: place) == 0x22 ? knownText(at: place) : nil
  }

  /// The text at a place, which must be one.
  @inline(__always)
  func knownText(at place: Int) -> String { tape.text(at: place, in: bytes.span) }

  /// The place after a member of an object, if it has that name without escapes.
  @inline(__always)
  func place(behindMember name: String, at place: Int, in object: Int) -> Int? {
    let (entries, bytes) = (tape.entries.span, bytes.span)
    guard place < entries[object].end else { return nil }
    let (entry, wanted) = (entries[place], name.utf8.span)
    guard entry.isPlain, entry.byteCount == wanted.count &+ 2 else { return nil }
    let start = entry.offset &+ 1
    guard bytes.extracting(start..<start &+ wanted.count).isEqual(to: wanted) else { return nil }
    let value = entries[place &+ 1]
    // `[` and `{` differ in one bit.
    return bytes[value.offset] | 0x20 == 0x7b ? value.end : place &+ 2
  }

  /// Returns whether the name at a place counts and equals that one.
  @inline(__always)
  func isName(_ name: String, at place: Int, before end: Int) -> Bool {
    place < end && !tape.entries[place].isSuperseded && isText(name, at: place)
  }

  /// Returns whether the text at a place equals that one.
  @inline(__always)
  func isText(_ text: String, at place: Int) -> Bool {
    tape.isText(at: place, text.utf8.span, in: bytes.span)
  }

  /// The number at a place, which must be one.
  func number(at place: Int) -> JSON.Number { tape.number(at: place, in: bytes.span) }

  /// A number or literal as it is spelled.
  func spelling(at place: Int) -> String {
    String(exactly: bytes.span.extracting(tape.range(at: place)))
  }

  /// The double nearest to the number at a place; nil if there is none, or if more digits must be
  /// looked at than `Decimal` does.
  @inline(never)
  func nearestDouble(at place: Int) -> Double? {
    let first = firstByte(at: place)
    guard first &- 0x30 < 10 || first == 0x2d else { return nil }
    return Decimal(reading: bytes.span.extracting(tape.range(at: place))).nearest
  }

  /// The integer at a place, if it is spelled as one and has no more than eighteen bytes.
  @inline(never)
  func smallInteger(at place: Int) -> Int64? {
    let entry = tape.entries[place]
    // The flag is one for texts as well.
    guard entry.isInteger, entry.byteCount <= 18 else { return nil }
    let text = bytes.span.extracting(entry.offset..<entry.offset &+ entry.byteCount)
    let isNegative = text[0] == 0x2d
    guard isNegative || text[0] &- 0x30 < 10 else { return nil }
    // Eighteen digits fit 64 bits.
    var value: Int64 = 0
    var at = isNegative ? 1 : 0
    while at < text.count {
      value = value &* 10 &+ Int64(text[at] &- 0x30)
      at &+= 1
    }
    return isNegative ? -value : value
  }
}
