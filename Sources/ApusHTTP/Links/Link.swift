internal import ApusBytes

extension HTTP {
  /// A link from a message to another resource, as in a `Link` header field.
  ///
  /// RFC 8288 section 3.
  public struct Link: Sendable, Hashable {
    /// The maximum number of attributes that a link can have. Further link attributes are ignored.
    public static let attributeLimit = 32

    /// The URL of the linked resource.
    public let url: URL
    /// The relations of the linked resource to the message, such as `next`. The array contains at
    /// least one relation.
    public let relations: [Relation]
    /// The link's attributes in order, such as `title` and `type`, without `rel` and `anchor`.
    public let attributes: [Parameter]

    /// Returns the first attribute of the link with a name, in any letter case.
    ///
    /// - Parameter name: The name of the attribute.
    public subscript(name: String) -> Parameter? {
      let octets = Array(name.utf8)
      return attributes.first { ASCII.equalsIgnoringCase(octets.span, $0.name) }
    }
  }
}

extension HTTP.Link {
  /// The relation of a linked resource to a message: a registered name, or a URL.
  ///
  ///     relation-type = reg-rel-type / ext-rel-type
  ///
  /// Link relations are compared without regard to letter case. RFC 8288 section 2.1.
  public struct Relation: Sendable, Hashable {
    /// The name of the link relation in lower case.
    public let name: String

    /// Creates a link relation from a name.
    ///
    /// - Parameter name: The relation name, such as `next`, or a URL.
    public init(_ name: String) {
      let octets = Array(name.utf8)
      self.name = octets.span.lowercasedText(0..<octets.count)
    }

    /// The relation `next`, which links to the next resource of a series, such as a page of a list.
    public static let next = Relation("next")
    /// The relation `prev`, which links to the previous resource of a series.
    public static let previous = Relation("prev")
    /// The relation `first`, which links to the first resource of a series.
    public static let first = Relation("first")
    /// The relation `last`, which links to the last resource of a series.
    public static let last = Relation("last")
    /// The relation `canonical`, which links to the preferred URL of the same resource.
    public static let canonical = Relation("canonical")
    /// The relation `alternate`, which links to another representation of the same resource.
    public static let alternate = Relation("alternate")
  }
}

extension HTTP.Link.Relation: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name }
}
