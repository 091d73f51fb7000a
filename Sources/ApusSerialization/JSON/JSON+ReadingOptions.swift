extension JSON {
  /// The options for reading JSON: the size limits, and the treatment of duplicate names.
  public struct ReadingOptions: Sendable, Hashable {
    /// The treatment of a name that an object contains more than once.
    ///
    /// RFC 8259 section 4 leaves the treatment of duplicate names open. Attackers can exploit two
    /// readers that treat duplicate names differently.
    public enum DuplicateKeys: String, Sendable, Hashable, Codable {
      /// The last value of the name counts, as in most JSON readers. The member has the position of
      /// the first value.
      case useLast
      /// The first value of the name counts.
      case useFirst
      /// The reader rejects a text with a duplicate name.
      case refuse
    }

    /// The maximum value of the depth limit.
    ///
    /// The depth is limited because reading and releasing a value need stack memory for each level.
    public static let greatestDepthLimit = 1_024

    /// The maximum value of the byte count limit.
    ///
    /// The reader stores byte counts in thirty bits.
    public static let greatestByteCountLimit = JSONTape.byteCountLimit

    /// The maximum nesting depth of arrays and objects. The default is 512.
    public var depthLimit = 512 {
      didSet { precondition((0...Self.greatestDepthLimit).contains(depthLimit), "no such depth") }
    }
    /// The maximum number of bytes of the text. The default is 64 MiB.
    public var byteCountLimit = 64 << 20 {
      didSet {
        precondition((0...Self.greatestByteCountLimit).contains(byteCountLimit), "no such size")
      }
    }
    /// The treatment of duplicate names in an object. The default is `useLast`.
    public var duplicateKeys = DuplicateKeys.useLast
    /// A Boolean value that indicates whether the text must be an array or object, as RFC 4627
    /// requires. The default is false.
    public var requiresContainer = false
    /// A Boolean value that indicates whether the reader also accepts text in UTF-16 and UTF-32.
    /// The default is false.
    ///
    /// RFC 8259 section 8.1 requires UTF-8 between systems. For text in another encoding, positions
    /// in errors are those of the same text in UTF-8.
    public var detectsEncoding = false

    /// Creates the default reading options.
    public init() {}
  }
}
