/// The options of reading JSON: its limits, and the meaning of a name given twice.
public struct JSONReadingOptions: Sendable, Hashable {
  /// Which value a name has that an object gives more than once.
  ///
  /// RFC 8259 section 4 leaves it open; readers that differ can be played against each other.
  public enum DuplicateKeys: String, Sendable, Hashable, Codable {
    /// The last one, as most readers have it, in the place of the first.
    case useLast
    /// The first one.
    case useFirst
    /// None: the text is refused.
    case refuse
  }

  /// The deepest nesting that may be asked for.
  ///
  /// Reading and releasing a value both take stack for each level.
  public static let greatestDepthLimit = 1_024

  /// The greatest limit on bytes that may be asked for.
  ///
  /// Reading counts them in thirty bits.
  public static let greatestByteCountLimit = JSONTape.byteCountLimit

  /// How many arrays and objects may lie inside each other.
  public var depthLimit = 512 {
    didSet { precondition((0...Self.greatestDepthLimit).contains(depthLimit), "no such depth") }
  }
  /// How many bytes the text may have.
  public var byteCountLimit = 64 << 20 {
    didSet {
      precondition((0...Self.greatestByteCountLimit).contains(byteCountLimit), "no such size")
    }
  }
  /// Which value a repeated name has.
  public var duplicateKeys = DuplicateKeys.useLast
  /// Whether the text must be an array or object, as RFC 4627 had it.
  public var requiresContainer = false
  /// Whether text in UTF-16 and UTF-32 is read as well.
  ///
  /// RFC 8259 section 8.1 no longer allows it between systems. Places in errors are then those in
  /// the same text as UTF-8.
  public var detectsEncoding = false

  /// Creates the default options.
  public init() {}
}
