extension X509 {
  /// Facts in a tree, which is made to be written, as JSON or otherwise, and is never read.
  public indirect enum Document: Hashable, Sendable {
    /// One of the facts of a thing, by its name.
    public struct Member: Hashable, Sendable {
      /// The fact's name.
      public let name: String
      /// The fact's value.
      public let value: Document

      /// Creates a fact.
      public init(_ name: String, _ value: Document) {
        self.name = name
        self.value = value
      }
    }

    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case number(Int64)
    /// Text, as it was found: the code that shows it escapes it.
    case text(String)
    /// Several values in their order.
    case list([Document])
    /// The facts of a thing in their order.
    case members([Member])
  }
}

extension X509.Document {
  /// The facts that are known; those that are nil are left out.
  static func known(_ facts: KeyValuePairs<String, X509.Document?>) -> X509.Document {
    .members(facts.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// Returns the value of a member, where this has members and that one.
  public subscript(name: String) -> X509.Document? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Every value that has no others in it, with the way to it: `validity.notAfter`, `names[2]`.
  public var leaves: [(path: String, value: X509.Document)] {
    var leaves: [(path: String, value: X509.Document)] = []
    collectLeaves(at: "", into: &leaves)
    return leaves
  }

  /// A tree is as deep as its maker nests it, which is never more than a few levels.
  private func collectLeaves(
    at path: String, into leaves: inout [(path: String, value: X509.Document)]
  ) {
    switch self {
    case .bool, .number, .text: leaves.append((path, self))
    case .list(let values):
      for (index, value) in values.enumerated() {
        value.collectLeaves(at: "\(path)[\(index)]", into: &leaves)
      }
    case .members(let members):
      for member in members {
        let way = path.isEmpty ? member.name : "\(path).\(member.name)"
        member.value.collectLeaves(at: way, into: &leaves)
      }
    }
  }
}

extension X509.Document: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .number(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral values: X509.Document...) { self = .list(values) }
  public init(dictionaryLiteral members: (String, X509.Document)...) {
    self = .members(members.map { Member($0.0, $0.1) })
  }
}

extension X509.Document: CustomStringConvertible {
  /// A leaf as text in one line, with what a terminal might obey escaped; anything else as JSON.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): X509.shown(text)
    case .list, .members: json
    }
  }
}
