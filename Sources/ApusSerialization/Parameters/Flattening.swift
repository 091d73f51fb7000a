/// A converter of nested parameter values to form fields, such as `filter[tags][]=a`.
struct Flattening {
  private let style: RequestParameters.Style
  private(set) var pairs: [RequestParameters.Pair] = []

  init(_ style: RequestParameters.Style) { self.style = style }

  /// Adds the form fields of a named parameter value.
  mutating func add(
    _ value: RequestParameters.Value, _ name: String, depth: Int
  ) throws(RequestParameters.WritingError) {
    switch value {
    case .null: pairs.append(RequestParameters.Pair(name: name, content: .none))
    case .data(let bytes): pairs.append(RequestParameters.Pair(name: name, content: .bytes(bytes)))
    case .array(let elements): try add(elements, name, try deeper(depth, name))
    case .set(let elements): try add(unordered: elements, name, try deeper(depth, name))
    case .object(let parameters):
      let depth = try deeper(depth, name)
      for member in parameters.members {
        try add(member.value, "\(name)[\(member.name)]", depth: depth)
      }
    case .bool, .number, .nonFinite, .text, .moment:
      guard let text = try text(of: value, name) else { return }
      pairs.append(RequestParameters.Pair(name: name, content: .text(text)))
    }
  }

  private mutating func add(
    _ elements: [RequestParameters.Value], _ name: String, _ depth: Int
  ) throws(RequestParameters.WritingError) {
    switch style.arrays {
    case .brackets: for element in elements { try add(element, name + "[]", depth: depth) }
    case .repeated: for element in elements { try add(element, name, depth: depth) }
    case .indexed:
      for (index, element) in elements.enumerated() {
        try add(element, "\(name)[\(index)]", depth: depth)
      }
    case .commas:
      guard !elements.isEmpty else { return }
      var texts: [String] = []
      for element in elements {
        guard let text = try text(of: element, name) else { throw .nestedInList(field: name) }
        texts.append(text)
      }
      pairs.append(RequestParameters.Pair(name: name, content: .list(texts)))
    }
  }

  /// Adds the form fields of a set's elements, sorted by their texts.
  private mutating func add(
    unordered elements: [RequestParameters.Value], _ name: String, _ depth: Int
  ) throws(RequestParameters.WritingError) {
    var groups: [(key: [UInt8], pairs: [RequestParameters.Pair])] = []
    for element in elements {
      var inner = Flattening(style)
      try inner.add(element, name, depth: depth)
      groups.append((inner.pairs.flatMap(\.sortKey), inner.pairs))
    }
    groups.sort { $0.key.lexicographicallyPrecedes($1.key) }
    for group in groups { pairs += group.pairs }
  }

  /// Sorts the elements of a set in the order in which a query contains them.
  ///
  /// Elements of different types with the same text, such as a number and a string, are sorted by
  /// their types. An element that is nested too deeply for a query is first.
  static func sorted(_ elements: [RequestParameters.Value]) -> [RequestParameters.Value] {
    elements.map { (key: sortKey(of: $0), element: $0) }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.element)
  }

  private static func sortKey(of element: RequestParameters.Value) -> [UInt8] {
    // ISO 8601 cannot represent years with more than four digits, so such dates are written as
    // seconds.
    for dates in [RequestParameters.Style.Dates.iso8601, .secondsSince1970] {
      var style = RequestParameters.Style()
      style.dates = dates
      var inner = Flattening(style)
      do throws(RequestParameters.WritingError) {
        try inner.add(element, "", depth: 0)
        return inner.pairs.flatMap(\.sortKey) + [element.kindNumber]
      } catch {
        continue
      }
    }
    return []
  }

  /// Returns the text of a parameter value. The result is `nil` if the value is an array, a set or
  /// an object.
  private func text(
    of value: RequestParameters.Value, _ name: String
  ) throws(RequestParameters.WritingError) -> String? {
    switch value {
    case .null: return ""
    case .bool(let bool):
      switch style.booleans {
      case .digits: return bool ? "1" : "0"
      case .words: return bool ? "true" : "false"
      }
    case .number(let number): return number.plainText
    case .nonFinite(let double): return "\(double)"
    case .text(let text): return text
    case .moment(let moment): return try text(of: moment, name)
    case .data, .array, .set, .object: return nil
    }
  }

  private func text(of moment: JSON.Moment, _ name: String) throws(RequestParameters.WritingError)
    -> String
  {
    switch style.dates {
    case .iso8601:
      guard let timestamp = moment.timestamp else { throw .noDateStyle(field: name) }
      return timestamp
    case .secondsSince1970:
      guard moment.nanoseconds > 0 else { return "\(moment.seconds)" }
      return "\(moment.secondsSinceEpoch)"
    case .millisecondsSince1970:
      return "\(Int128(moment.seconds) * 1000 + Int128(moment.nanoseconds / 1_000_000))"
    case nil: throw .noDateStyle(field: name)
    }
  }

  private func deeper(_ depth: Int, _ name: String) throws(RequestParameters.WritingError) -> Int {
    guard depth < RequestParameters.Value.depthLimit else {
      throw .tooDeep(field: name, limit: RequestParameters.Value.depthLimit)
    }
    return depth + 1
  }
}

extension RequestParameters.Value {
  fileprivate var kindNumber: UInt8 {
    switch self {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .nonFinite: 3
    case .moment: 4
    case .text: 5
    case .data: 6
    case .array: 7
    case .set: 8
    case .object: 9
    }
  }
}

extension RequestParameters.Pair {
  /// The sort key of a form field in a set: the content followed by the field name.
  fileprivate var sortKey: [UInt8] {
    let content: [UInt8] =
      switch content {
      case .none: []
      case .text(let text): Array(text.utf8)
      case .bytes(let bytes): bytes
      case .list(let texts): Array(texts.joined(separator: ",").utf8)
      }
    return content + [0] + Array(name.utf8) + [0]
  }
}

extension JSON.Number {
  /// The decimal text of the number, without a zero fraction, such as `1` for 1.0.
  fileprivate var plainText: String {
    guard case .double(let double) = storage, abs(double) < 0x1p53,
      let integer = Int64(exactly: double)
    else { return description }
    return "\(integer)"
  }
}
