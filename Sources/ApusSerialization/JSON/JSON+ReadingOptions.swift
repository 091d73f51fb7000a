extension JSON {
  /// The options for reading JSON: the size limits, and the treatment of duplicate names.
  public struct ReadingOptions: Sendable, Hashable {
    /// The treatment of a name that a JSON object contains more than once.
    ///
    /// RFC 8259 section 4 does not define the meaning of duplicate names. An attacker can exploit
    /// two parsers that treat duplicate names differently.
    public enum DuplicateKeys: String, Sendable, Hashable, Codable {
      /// The parser uses the last value of a duplicate name, like most JSON parsers. The value has
      /// the position of the first occurrence.
      case useLast
      /// The parser uses the first value of a duplicate name.
      case useFirst
      /// The parser rejects JSON text with a duplicate name.
      case refuse
    }

    /// The maximum value of `depthLimit`, which is 1,024.
    ///
    /// The nesting depth is limited because the creation and the release of a JSON value need stack
    /// memory for each level.
    public static let greatestDepthLimit = 1_024

    /// The maximum value of `byteCountLimit`.
    ///
    /// The JSON parser stores byte counts in thirty bits.
    public static let greatestByteCountLimit = JSONTape.byteCountLimit

    /// The maximum nesting depth of arrays and objects; the default is 512.
    public var depthLimit = 512 {
      didSet { precondition((0...Self.greatestDepthLimit).contains(depthLimit), "no such depth") }
    }
    /// The maximum number of bytes of the JSON text; the default is 64 MiB.
    public var byteCountLimit = 64 << 20 {
      didSet {
        precondition((0...Self.greatestByteCountLimit).contains(byteCountLimit), "no such size")
      }
    }
    /// The treatment of duplicate names in a JSON object; the default is `useLast`.
    public var duplicateKeys = DuplicateKeys.useLast
    /// A Boolean value that indicates whether the JSON text must be an array or object, as RFC 4627
    /// requires; the default is false.
    public var requiresContainer = false
    /// A Boolean value that indicates whether the parser accepts JSON text in UTF-16 and UTF-32;
    /// the default is false.
    ///
    /// RFC 8259 section 8.1 requires UTF-8 for JSON text between systems. If the text has another
    /// encoding, the parser converts it to UTF-8, and error positions refer to the converted text.
    public var detectsEncoding = false

    /// Creates the default options for reading JSON.
    public init() {}
  }
}
