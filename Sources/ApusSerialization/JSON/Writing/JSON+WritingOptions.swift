extension JSON {
  /// The options for writing JSON text: the layout, the order of names, and the escaped characters.
  public struct WritingOptions: Sendable, Hashable {
    /// The layout of JSON text, which determines the line breaks.
    public enum Layout: Sendable, Hashable {
      /// The JSON text has no line breaks and no unnecessary bytes.
      case compact
      /// The JSON text has a line for each array element and object member. The indentation is a
      /// number of spaces per nesting level.
      case lines(indent: Int)
    }

    /// The characters that the writer escapes in addition to the characters that JSON requires to
    /// be escaped.
    public struct Escapes: OptionSet, Sendable, Hashable, Codable {
      /// The bit set of the additionally escaped characters.
      public let rawValue: UInt8

      /// Creates a set of additionally escaped characters from a bit set.
      ///
      /// - Parameter rawValue: The bit set, in which each bit represents a kind of character.
      public init(rawValue: UInt8) { self.rawValue = rawValue }

      /// The option to escape the slash as `\/`.
      public static let slashes = Escapes(rawValue: 1)
      /// The option to escape all non-ASCII characters, such as `\u20ac`.
      /// Characters beyond U+FFFF become surrogate pairs.
      public static let nonASCII = Escapes(rawValue: 2)
      /// The option to escape U+2028 and U+2029, which end a line in old versions of JavaScript.
      public static let lineSeparators = Escapes(rawValue: 4)
      /// The option to escape `<`, `>`, `&` and `'`, for JSON text inside an HTML document.
      public static let html = Escapes(rawValue: 8)
    }

    /// The options for readable JSON text:
    /// lines with an indentation of two spaces, and sorted names.
    public static let pretty: JSON.WritingOptions = {
      var options = JSON.WritingOptions()
      options.layout = .lines(indent: 2)
      options.sortsKeys = true
      return options
    }()

    /// The layout of the JSON text, which determines the line breaks; the default is `compact`.
    public var layout = Layout.compact
    /// A Boolean value that indicates whether the writer sorts the names of each object by their
    /// UTF-8 bytes; the default is false.
    public var sortsKeys = false
    /// The characters that are escaped in addition to the characters that JSON requires to be
    /// escaped; the default is empty.
    public var escapes: Escapes = []
    /// The maximum nesting depth of arrays and objects; the default is 512.
    public var depthLimit = 512 {
      didSet {
        precondition(
          (0...JSON.ReadingOptions.greatestDepthLimit).contains(depthLimit), "no such depth")
      }
    }

    /// Creates the default options for writing JSON text.
    public init() {}
  }
}
