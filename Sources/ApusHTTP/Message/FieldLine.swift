/// The byte range of one field line in a field section, with the notes of the reader.
struct FieldLine: Sendable {
  private var nameStart: UInt32
  private var nameCount: UInt32
  private var valueStart: UInt32
  private var valueCount: UInt32
  var notes: Notes

  struct Notes: OptionSet, Sendable {
    let rawValue: UInt8
    /// The flag for a value that the caller marked as a secret.
    static let sensitive = Notes(rawValue: 1)
    /// The flag for a value that still contains an obsolete line fold, which means one space.
    static let folded = Notes(rawValue: 2)
    /// The flags for the fields that determine the length of a message. The reader sets a flag when
    /// it reads the field's name.
    static let host = Notes(rawValue: 4)
    static let connection = Notes(rawValue: 8)
    static let contentLength = Notes(rawValue: 16)
    static let transferEncoding = Notes(rawValue: 32)
  }

  /// The maximum offset that a field line can store. Readers reject a field section before it
  /// reaches this size.
  static let offsetLimit = Int(UInt32.max)

  /// Creates a field line from the offsets of a name and a value. The offsets must be in ascending
  /// order and not exceed `offsetLimit`.
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

  /// The number of bytes of the field line's name and value.
  var byteCount: Int { Int(nameCount) &+ Int(valueCount) }
}
