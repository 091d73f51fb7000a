extension JSON {
  /// The options for writing JSON text: its layout, the order of names, and optional escapes.
  public struct WritingOptions: Sendable, Hashable {
    /// The places of line breaks.
    public enum Layout: Sendable, Hashable {
      /// Nowhere: not a byte more than needed.
      case compact
      /// After each element and member, with that many spaces for each array or object around it.
      case lines(indent: Int)
    }

    /// Characters that need no escape and are escaped anyway.
    public struct Escapes: OptionSet, Sendable, Hashable, Codable {
      /// A bit for each kind of character.
      public let rawValue: UInt8

      /// Takes a bit for each kind of character.
      ///
      /// - Parameter rawValue: The bits; each is one kind of character.
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// `/` as `\/`.
      public static let slashes = Escapes(rawValue: 1)
      /// All characters that are not ASCII, as `\u20ac`; those beyond U+FFFF as surrogate pairs.
      public static let nonASCII = Escapes(rawValue: 2)
      /// U+2028 and U+2029, which end a line in old JavaScript.
      public static let lineSeparators = Escapes(rawValue: 4)
      /// `<`, `>`, `&` and `'`, for text inside an HTML document.
      public static let html = Escapes(rawValue: 8)
    }

    /// Lines of two spaces, names in order: for people and for comparison.
    public static let pretty: JSON.WritingOptions = {
      var options = JSON.WritingOptions()
      options.layout = .lines(indent: 2)
      options.sortsKeys = true
      return options
    }()

    /// The places of line breaks. The default is `compact`.
    public var layout = Layout.compact
    /// A Boolean value that indicates whether the names of each object are sorted by UTF-8.
    /// The default is false.
    public var sortsKeys = false
    /// The characters that are escaped beyond need. The default is empty.
    public var escapes: Escapes = []
    /// The number of arrays and objects that may be nested. The default is 512.
    public var depthLimit = 512 {
      didSet {
        precondition(
          (0...JSON.ReadingOptions.greatestDepthLimit).contains(depthLimit), "no such depth")
      }
    }

    /// Creates the default options.
    public init() {}
  }
}
