/// Where one field line lies in its section's bytes, and what the reader noted about it.
struct FieldLine: Sendable {
  var nameStart: UInt32
  var nameCount: UInt32
  var valueStart: UInt32
  var valueCount: UInt32
  var notes: Notes

  struct Notes: OptionSet, Sendable {
    let rawValue: UInt8
    /// The caller marked the value as a secret.
    static let sensitive = Notes(rawValue: 1)
    /// The value still holds a line break that stands for one space.
    static let folded = Notes(rawValue: 2)
  }

  /// Offsets fit 32 bits: a reader's sections are limited far below, and no caller's come near.
  @inline(__always)
  init(name: Range<Int>, value: Range<Int>, notes: Notes = []) {
    nameStart = UInt32(name.lowerBound)
    nameCount = UInt32(name.count)
    valueStart = UInt32(value.lowerBound)
    valueCount = UInt32(value.count)
    self.notes = notes
  }

  @inline(__always)
  var name: Range<Int> { Int(nameStart)..<Int(nameStart) &+ Int(nameCount) }
  @inline(__always)
  var value: Range<Int> { Int(valueStart)..<Int(valueStart) &+ Int(valueCount) }
}
