extension JSON {
  /// The options of reading JSON: its limits, and the meaning of a name given twice.
  public struct ReadingOptions: Sendable, Hashable {
    /// The value of a name that an object has more than once.
    ///
    /// RFC 8259 section 4 leaves it open; attackers can exploit readers that differ.
    public enum DuplicateKeys: String, Sendable, Hashable, Codable {
      /// The last one, as most readers have it, in the place of the first.
      case useLast
      /// The first one.
      case useFirst
      /// None: the text is refused.
      case refuse
    }

    /// The deepest nesting that can be set.
    ///
    /// Reading and releasing a value both need stack for each level.
    public static let greatestDepthLimit = 1_024

    /// The greatest limit on bytes that can be set.
    ///
    /// Reading counts them in thirty bits.
    public static let greatestByteCountLimit = JSONTape.byteCountLimit

    /// The number of arrays and objects that may be nested. The default is 512.
    public var depthLimit = 512 {
      didSet { precondition((0...Self.greatestDepthLimit).contains(depthLimit), "no such depth") }
    }
    /// The number of bytes that the text may have. The default is 64 MiB.
    public var byteCountLimit = 64 << 20 {
      didSet {
        precondition((0...Self.greatestByteCountLimit).contains(byteCountLimit), "no such size")
      }
    }
    /// The value of a repeated name. The default is `useLast`.
    public var duplicateKeys = DuplicateKeys.useLast
    /// A Boolean value that indicates whether the text must be an array or object, as in RFC 4627.
    /// The default is false.
    public var requiresContainer = false
    /// A Boolean value that indicates whether text in UTF-16 and UTF-32 is read as well.
    /// The default is false.
    ///
    /// RFC 8259 section 8.1 no longer allows it between systems. Positions in errors are then those
    /// of the same text in UTF-8.
    public var detectsEncoding = false

    /// Creates the default options.
    public init() {}
  }
}
