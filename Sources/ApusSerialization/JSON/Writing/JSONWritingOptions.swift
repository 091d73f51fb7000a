/// How JSON text is written: its layout, the order of names, and what is escaped beyond need.
public struct JSONWritingOptions: Sendable, Hashable {
  /// Where lines break.
  public enum Layout: Sendable, Hashable {
    /// Nowhere: not a byte more than needed.
    case compact
    /// Behind each element and member, with that many spaces for each array or object around it.
    case lines(indent: Int)
  }

  /// Characters that could stand as they are and are escaped all the same.
  public struct Escapes: OptionSet, Sendable, Hashable, Codable {
    /// A bit for each kind of character.
    public let rawValue: UInt8

    /// Takes a bit for each kind of character.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `/` as `\/`.
    public static let slashes = Escapes(rawValue: 1)
    /// All that is not ASCII, as `\u20ac`, in pairs beyond U+FFFF.
    public static let nonASCII = Escapes(rawValue: 2)
    /// U+2028 and U+2029, which end a line in old JavaScript.
    public static let lineSeparators = Escapes(rawValue: 4)
    /// `<`, `>`, `&` and `'`, so that the text may stand in an HTML document.
    public static let html = Escapes(rawValue: 8)
  }

  /// Lines of two spaces, names in order: for people and for comparison.
  public static let pretty: JSONWritingOptions = {
    var options = JSONWritingOptions()
    options.layout = .lines(indent: 2)
    options.sortsKeys = true
    return options
  }()

  /// Where lines break.
  public var layout = Layout.compact
  /// Whether the names of each object come in the order of their UTF-8 bytes, and not as given.
  public var sortsKeys = false
  /// The characters that are escaped beyond need.
  public var escapes: Escapes = []
  /// How many arrays and objects may lie inside each other.
  public var depthLimit = 512 {
    didSet {
      precondition(
        (0...JSONReadingOptions.greatestDepthLimit).contains(depthLimit), "no such depth")
    }
  }

  /// Creates the default options.
  public init() {}
}
