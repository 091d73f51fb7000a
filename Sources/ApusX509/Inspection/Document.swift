extension X509 {
  /// A tree of named values about certificates, which can be written as JSON or in another form.
  public indirect enum Document: Hashable, Sendable {
    /// A named value in a document, like a member of a JSON object.
    public struct Member: Hashable, Sendable {
      /// The name of the document's member.
      public let name: String
      /// The value of the document's member.
      public let value: Document

      /// Creates a member of a document from a name and a value.
      ///
      /// - Parameters:
      ///   - name: The name of the member, as in JSON.
      ///   - value: The text, number, list or structure of the member.
      public init(_ name: String, _ value: Document) {
        self.name = name
        self.value = value
      }
    }

    /// A Boolean value in a document.
    case bool(Bool)
    /// An integer in a document.
    case number(Int64)
    /// A text in a document, without escapes. The code that displays the text adds the escapes.
    case text(String)
    /// A list of document values in their order.
    case list([Document])
    /// A structure of named values in their order.
    case members([Member])
  }
}

extension X509.Document {
  /// Returns a document with the members whose value is not `nil`.
  static func known(_ facts: KeyValuePairs<String, X509.Document?>) -> X509.Document {
    .members(facts.compactMap { name, value in value.map { Member(name, $0) } })
  }

  /// Returns the value of the member with a name, or `nil` if the document has no such member.
  ///
  /// - Parameter name: The name of the member, as in JSON.
  public subscript(name: String) -> X509.Document? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The leaf values of the document, each with its path, such as `names[2]`.
  public var leaves: [(path: String, value: X509.Document)] {
    var leaves: [(path: String, value: X509.Document)] = []
    collectLeaves(at: "", into: &leaves)
    return leaves
  }

  /// The recursion is safe, because the code that creates a document limits its depth to a few
  /// levels.
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
  /// The document in readable form: a single value as one line with escapes, or a structure as
  /// JSON.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): X509.shown(text)
    case .list, .members: json
    }
  }
}
