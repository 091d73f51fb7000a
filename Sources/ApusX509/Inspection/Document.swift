extension X509 {
  /// A tree of facts, which can be written as JSON or in another form and is never read.
  public indirect enum Document: Hashable, Sendable {
    /// One of the facts of a thing, by its name.
    public struct Member: Hashable, Sendable {
      /// The fact's name.
      public let name: String
      /// The fact's value.
      public let value: Document

      /// Creates a fact.
      ///
      /// - Parameters:
      ///   - name: The name of the fact, as in JSON.
      ///   - value: The text, number, list or facts.
      public init(_ name: String, _ value: Document) {
        self.name = name
        self.value = value
      }
    }

    /// Yes or no.
    case bool(Bool)
    /// A whole number.
    case number(Int64)
    /// Text without escapes: the code that shows it escapes it.
    case text(String)
    /// Several values in their order.
    case list([Document])
    /// The facts of a structure in their order.
    case members([Member])
  }
}

extension X509.Document {
  /// Returns the facts whose value is not nil.
  static func known(_ facts: KeyValuePairs<String, X509.Document?>) -> X509.Document {
    .members(facts.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// Returns the value of a member; nil if there is no such member.
  ///
  /// - Parameter name: The name of the member, as in JSON.
  public subscript(name: String) -> X509.Document? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Every value without further values in it, with its path, such as `names[2]`.
  public var leaves: [(path: String, value: X509.Document)] {
    var leaves: [(path: String, value: X509.Document)] = []
    collectLeaves(at: "", into: &leaves)
    return leaves
  }

  /// The depth of a tree is limited by the code that creates it, to a few levels.
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
  /// A leaf as one line of text, with escapes for characters that control a terminal; other values
  /// as JSON.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): X509.shown(text)
    case .list, .members: json
    }
  }
}
