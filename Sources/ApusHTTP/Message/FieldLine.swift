/// The byte ranges of the name and value of one field line, with flags such as `sensitive`.
struct FieldLine: Sendable {
  private var nameStart: UInt32
  private var nameCount: UInt32
  private var valueStart: UInt32
  private var valueCount: UInt32
  var notes: Notes

  struct Notes: OptionSet, Sendable {
    let rawValue: UInt8
    /// The flag for a field value that the caller marked as sensitive.
    static let sensitive = Notes(rawValue: 1)
    /// The flag for a field value with an obsolete line fold, which is equivalent to one space.
    static let folded = Notes(rawValue: 2)
    /// The flags for the `Host` field and for the fields that determine the message length. The
    /// reader sets a flag when it reads the field name.
    static let host = Notes(rawValue: 4)
    static let connection = Notes(rawValue: 8)
    static let contentLength = Notes(rawValue: 16)
    static let transferEncoding = Notes(rawValue: 32)
  }

  /// The maximum byte offset of a field line in its field section. Message readers reject longer
  /// field sections.
  static let offsetLimit = Int(UInt32.max)

  /// Creates a field line from the byte offsets of its name and value. The offsets must be in
  /// ascending order and at most `offsetLimit`.
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
