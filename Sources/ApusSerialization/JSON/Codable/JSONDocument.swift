/// The bytes of a JSON document with the positions of its values.
///
/// A document is not copyable, so that decoders borrow it in place. Each copy would count two
/// references.
struct JSONDocument: ~Copyable, Sendable {
  let bytes: [UInt8]
  let tape: JSONTape

  /// Returns the decoding error for an error that a type threw, with the position of the fault.
  func failure(_ error: any Error) -> JSON.DecodingError {
    JSON.DecodingError(error, in: bytes.span)
  }

  /// Returns the kind of the value at an entry.
  func kind(at place: Int) -> JSONTape.Kind { tape.kind(at: place, in: bytes.span) }

  /// Returns the first byte of the value at an entry.
  @inline(__always)
  func firstByte(at place: Int) -> UInt8 { bytes[tape.entries[place].offset] }

  /// Returns whether the value at an entry is `null`.
  @inline(never)
  func isNull(at place: Int) -> Bool { firstByte(at: place) == 0x6e }

  /// Returns the index after the last entry of an array or object.
  @inline(__always)
  func end(of place: Int) -> Int { tape.entries[place].end }

  /// Returns the index of the entry after a value and its content.
  @inline(__always)
  func place(behind place: Int) -> Int { tape.place(behind: place, in: bytes.span) }

  /// Returns the number of elements of an array.
  func count(of array: Int) -> Int { tape.count(of: array, in: bytes.span) }

  /// Returns the JSON value at an entry.
  func value(at place: Int) -> JSON.Value { tape.value(at: place, in: bytes.span) }

  /// Returns the text at an entry, or `nil` if the entry is not a string.
  @inline(never)
  func text(at place: Int) -> String? {
    firstByte(at: place) == 0x22 ? knownText(at: place) : nil
  }

  /// Returns the text at an entry, which must be a string.
  @inline(__always)
  func knownText(at place: Int) -> String { tape.text(at: place, in: bytes.span) }

  /// Returns the index after an object member if the member has a name without escapes; otherwise
  /// `nil`.
  @inline(__always)
  func place(behindMember name: String, at place: Int, in object: Int) -> Int? {
    let (entries, bytes) = (tape.entries.span, bytes.span)
    guard place < entries[object].end else { return nil }
    let (entry, wanted) = (entries[place], name.utf8.span)
    guard entry.isPlain, entry.byteCount == wanted.count &+ 2 else { return nil }
    let start = entry.offset &+ 1
    guard bytes.extracting(start..<start &+ wanted.count).isEqual(to: wanted) else { return nil }
    let value = entries[place &+ 1]
    // The codes of `[` and `{` differ in one bit.
    return bytes[value.offset] | 0x20 == 0x7b ? value.end : place &+ 2
  }

  /// Returns whether the name at an entry counts and equals a given name.
  @inline(__always)
  func isName(_ name: String, at place: Int, before end: Int) -> Bool {
    place < end && !tape.entries[place].isSuperseded && isText(name, at: place)
  }

  /// Returns whether the string at an entry equals a given text.
  @inline(__always)
  func isText(_ text: String, at place: Int) -> Bool {
    tape.isText(at: place, text.utf8.span, in: bytes.span)
  }

  /// Returns the number at an entry, which must be a number.
  func number(at place: Int) -> JSON.Number { tape.number(at: place, in: bytes.span) }

  /// Returns the spelling of a number or literal in the document.
  func spelling(at place: Int) -> String {
    String(exactly: bytes.span.extracting(tape.range(at: place)))
  }

  /// Returns the `Double` nearest to the number at an entry. The result is `nil` if no such
  /// `Double` exists, or if the number needs more digits than `Decimal` examines.
  @inline(never)
  func nearestDouble(at place: Int) -> Double? {
    let first = firstByte(at: place)
    guard first &- 0x30 < 10 || first == 0x2d else { return nil }
    return Decimal(reading: bytes.span.extracting(tape.range(at: place))).nearest
  }

  /// Returns the integer at an entry if the integer has neither fraction nor exponent and at most
  /// eighteen bytes; otherwise `nil`.
  @inline(never)
  func smallInteger(at place: Int) -> Int64? {
    let entry = tape.entries[place]
    // The same flag bit has a different meaning for strings.
    guard entry.isInteger, entry.byteCount <= 18 else { return nil }
    let text = bytes.span.extracting(entry.offset..<entry.offset &+ entry.byteCount)
    let isNegative = text[0] == 0x2d
    guard isNegative || text[0] &- 0x30 < 10 else { return nil }
    // A number of eighteen digits fits into 64 bits.
    var value: Int64 = 0
    var at = isNegative ? 1 : 0
    while at < text.count {
      value = value &* 10 &+ Int64(text[at] &- 0x30)
      at &+= 1
    }
    return isNegative ? -value : value
  }
}
