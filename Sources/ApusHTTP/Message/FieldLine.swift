/// The range of one field line in its section's bytes, with the notes of the reader.
struct FieldLine: Sendable {
  private var nameStart: UInt32
  private var nameCount: UInt32
  private var valueStart: UInt32
  private var valueCount: UInt32
  var notes: Notes

  struct Notes: OptionSet, Sendable {
    let rawValue: UInt8
    /// The caller marked the value as a secret.
    static let sensitive = Notes(rawValue: 1)
    /// The value still has a line break that means one space.
    static let folded = Notes(rawValue: 2)
    /// The fields that decide a message's extent, noted when their names are read.
    static let host = Notes(rawValue: 4)
    static let connection = Notes(rawValue: 8)
    static let contentLength = Notes(rawValue: 16)
    static let transferEncoding = Notes(rawValue: 32)
  }

  /// The largest offset that a line can hold; readers refuse sections long before it.
  static let offsetLimit = Int(UInt32.max)

  /// Offsets of a name and a value that lie in this order, none beyond `offsetLimit`.
  @inline(__always)
  init(nameStart: Int, nameEnd: Int, valueStart: Int, valueEnd: Int, notes: Notes = []) {
    self.nameStart = UInt32(truncatingIfNeeded: nameStart)
    self.nameCount = UInt32(truncatingIfNeeded: nameEnd &- nameStart)
    self.valueStart = UInt32(truncatingIfNeeded: valueStart)
    self.valueCount = UInt32(truncatingIfNeeded: valueEnd &- valueStart)
    self.notes = notes
  }

  @inline(__always)
  var name: Range<Int> { Int(nameStart)..<Int(nameStart) &+ Int(nameCount) }
  @inline(__always)
  var value: Range<Int> { Int(valueStart)..<Int(valueStart) &+ Int(valueCount) }

  /// The number of bytes of the line's name and value.
  var byteCount: Int { Int(nameCount) &+ Int(valueCount) }
}
