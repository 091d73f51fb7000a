/// A list of fields, in order.
public struct HTTPFields: Sendable {
  private var lines: [HTTPField] = []

  public init() {}

  public subscript(name: HTTPField.Name) -> String? {
    get {
      let values = self[values: name]
      return values.isEmpty ? nil : values.joined(separator: ", ")
    }
    set { self[values: name] = newValue.map { [$0] } ?? [] }
  }

  public subscript(values name: HTTPField.Name) -> [String] {
    get { self[fields: name].map(\.value) }
    set { self[fields: name] = newValue.map { HTTPField(name: name, value: $0) } }
  }

  public subscript(fields name: HTTPField.Name) -> [HTTPField] {
    get { lines.filter { $0.name == name } }
    set {
      lines.removeAll { $0.name == name }
      lines += newValue
    }
  }

  public func contains(_ name: HTTPField.Name) -> Bool { lines.contains { $0.name == name } }
}

extension HTTPFields: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  public var startIndex: Int { 0 }

  public var endIndex: Int { lines.count }

  public subscript(position: Int) -> HTTPField {
    get { lines[position] }
    set { lines[position] = newValue }
  }

  public mutating func replaceSubrange(
    _ range: Range<Int>, with fields: some Collection<HTTPField>
  ) {
    lines.replaceSubrange(range, with: fields)
  }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
    lines = elements.map { HTTPField(name: $0.0, value: $0.1) }
  }
}

/// Fields of different names may be in any order.
extension HTTPFields: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    let names = Set(left.map(\.name))
    return names == Set(right.map(\.name))
      && names.allSatisfy { left[fields: $0] == right[fields: $0] }
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(lines.count) }
}
