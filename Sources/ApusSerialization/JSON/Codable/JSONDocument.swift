/// The bytes and the parsed tokens of a JSON document.
///
/// The structure is not copyable, because each copy would change two reference counts.
struct JSONDocument: ~Copyable, Sendable {
  let bytes: [UInt8]
  let tape: JSONTape

  /// Converts an error that a decoded type threw to a JSON decoding error with a position.
  func failure(_ error: any Error) -> JSON.DecodingError {
    JSON.DecodingError(error, in: bytes.span)
  }

  /// Returns the type of the JSON value at a token index.
  func kind(at place: Int) -> JSONTape.Kind { tape.kind(at: place, in: bytes.span) }

  /// Returns the first byte of the JSON value at a token index.
  @inline(__always)
  func firstByte(at place: Int) -> UInt8 { bytes[tape.entries[place].offset] }

  /// Returns whether the JSON value at a token index is `null`.
  @inline(never)
  func isNull(at place: Int) -> Bool { firstByte(at: place) == 0x6e }

  /// Returns the token index after the last element or member of an array or object.
  @inline(__always)
  func end(of place: Int) -> Int { tape.entries[place].end }

  /// Returns the token index after a value, including the elements or members of the value.
  @inline(__always)
  func place(behind place: Int) -> Int { tape.place(behind: place, in: bytes.span) }

  /// Returns the number of elements of a JSON array.
  func count(of array: Int) -> Int { tape.count(of: array, in: bytes.span) }

  /// Returns the JSON value at a token index.
  func value(at place: Int) -> JSON.Value { tape.value(at: place, in: bytes.span) }

  /// Returns the string at a token index, or `nil` if the JSON value is not a string.
  @inline(never)
  func text(at place: Int) -> String? {
    firstByte(at: place) == 0x22 ? knownText(at: place) : nil
  }

  /// Returns the string at a token index. The JSON value must be a string.
  @inline(__always)
  func knownText(at place: Int) -> String { tape.text(at: place, in: bytes.span) }

  /// Returns the token index after the next member of an object if the member has the given name.
  /// The result is `nil` if the name differs or contains escape sequences.
  @inline(__always)
  func place(behindMember name: String, at place: Int, in object: Int) -> Int? {
    let (entries, bytes) = (tape.entries.span, bytes.span)
    guard place < entries[object].end else { return nil }
    let (entry, wanted) = (entries[place], name.utf8.span)
    guard entry.isPlain, entry.byteCount == wanted.count &+ 2 else { return nil }
    let start = entry.offset &+ 1
    guard bytes.extracting(start..<start &+ wanted.count).isEqual(to: wanted) else { return nil }
    let value = entries[place &+ 1]
    // The ASCII codes of `[` and `{` differ only in bit 5, so one comparison detects both brackets.
    return bytes[value.offset] | 0x20 == 0x7b ? value.end : place &+ 2
  }

  /// Returns whether the name at a token index equals a given name and is not superseded by a
  /// duplicate.
  @inline(__always)
  func isName(_ name: String, at place: Int, before end: Int) -> Bool {
    place < end && !tape.entries[place].isSuperseded && isText(name, at: place)
  }

  /// Returns whether the string at a token index equals a given string.
  @inline(__always)
  func isText(_ text: String, at place: Int) -> Bool {
    tape.isText(at: place, text.utf8.span, in: bytes.span)
  }

  /// Returns the number at a token index. The JSON value must be a number.
  func number(at place: Int) -> JSON.Number { tape.number(at: place, in: bytes.span) }

  /// Returns the text of a number or literal in the JSON document.
  func spelling(at place: Int) -> String {
    String(exactly: bytes.span.extracting(tape.range(at: place)))
  }

  /// Returns the `Double` nearest to the number at a token index. The result is `nil` if the number
  /// is out of range, or if it has more digits than `Decimal` examines.
  @inline(never)
  func nearestDouble(at place: Int) -> Double? {
    let first = firstByte(at: place)
    guard first &- 0x30 < 10 || first == 0x2d else { return nil }
    return Decimal(reading: bytes.span.extracting(tape.range(at: place))).nearest
  }

  /// Returns the integer at a token index. The result is `nil` if the number has a fraction, an
  /// exponent or more than eighteen bytes.
  @inline(never)
  func smallInteger(at place: Int) -> Int64? {
    let entry = tape.entries[place]
    // The flag bit of an integer has a different meaning for strings, so the type is checked first.
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
