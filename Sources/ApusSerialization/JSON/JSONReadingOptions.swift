/// What JSON text is held to beyond the grammar: its limits, and what a name given twice means.
public struct JSONReadingOptions: Sendable, Hashable {
  /// Which value a name has that an object gives more than once.
  ///
  /// RFC 8259 section 4 leaves it open; readers that differ can be played against each other.
  public enum DuplicateKeys: Sendable, Hashable {
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

  /// How many arrays and objects may lie inside each other.
  public var depthLimit = 512 {
    didSet { precondition((0...Self.greatestDepthLimit).contains(depthLimit), "no such depth") }
  }
  /// How many bytes the text may have.
  public var byteCountLimit = 64 << 20
  /// Which value a repeated name has.
  public var duplicateKeys = DuplicateKeys.useLast

  /// The defaults.
  public init() {}
}
