internal import ApusBytes

extension HTTP {
  /// A link of a message to another resource, from a `Link` field.
  ///
  /// RFC 8288 section 3.
  public struct Link: Sendable, Hashable {
    /// The number of attributes that a link may have; further ones are ignored.
    public static let attributeLimit = 32

    /// The URL of the other resource.
    public let url: URL
    /// The relations of the other resource to the message, at least one.
    public let relations: [Relation]
    /// The attributes, such as `title` and `type`, in order and without `rel` and `anchor`.
    public let attributes: [Parameter]

    /// Returns the first attribute of that name, in any case.
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
  /// Relations are compared without regard to case. RFC 8288 section 2.1.
  public struct Relation: Sendable, Hashable {
    /// The name in lower case.
    public let name: String

    /// Creates a relation from its name.
    ///
    /// - Parameter name: The name, such as `next`, or a URL.
    public init(_ name: String) {
      let octets = Array(name.utf8)
      self.name = octets.span.lowercasedText(0..<octets.count)
    }

    /// The next resource of a series, such as a page of a list.
    public static let next = Relation("next")
    /// The previous resource of a series: `prev`.
    public static let previous = Relation("prev")
    /// The first resource of a series.
    public static let first = Relation("first")
    /// The last resource of a series.
    public static let last = Relation("last")
    /// The preferred URL of the same resource.
    public static let canonical = Relation("canonical")
    /// Another representation of the same resource.
    public static let alternate = Relation("alternate")
  }
}

extension HTTP.Link.Relation: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral name: String) { self.init(name) }

  public var description: String { name }
}
