extension HTTP {
  /// One field line: a name and its value.
  public struct Field: Sendable, Hashable {
    /// The name, in its original case.
    public var name: FieldName
    /// The value.
    public var value: FieldValue

    /// Creates a line of that name and value.
    ///
    /// - Parameters:
    ///   - name: The name of the line.
    ///   - value: The value of the line.
    public init(_ name: FieldName, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }
}

extension HTTP.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The line as it is sent, with controls escaped and a placeholder for a secret.
  ///
  /// A URL is shown without its user and with the names of its query alone.
  public var description: String {
    "\(ForeignText.escaped(name.text.utf8)): \(shownValue)"
  }

  private var shownValue: String {
    if value.isSensitive || HTTP.FieldName.alwaysSensitive.contains(name) {
      return HTTP.FieldValue.placeholder
    }
    guard HTTP.FieldName.holdingURL.contains(name) else { return value.description }
    return HTTP.Target.reference(value.text).redacted
  }

  public var debugDescription: String { description }

  /// An empty mirror: the description has all information that may be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Every line in order; names and values are made as they are reached.
extension HTTP.Fields: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { lines.count }

  public subscript(position: Int) -> HTTP.Field {
    let line = lines[position]
    let name = String(decoding: storage[line.name], as: UTF8.self)
    return HTTP.Field(HTTP.FieldName(name), value(line))
  }
}

extension HTTP.Fields: ExpressibleByDictionaryLiteral {
  /// Makes fields of names, and of values that may be variables; one that is nil is left out.
  ///
  /// - Parameter fields: The names and values in their order; a name can occur more than once.
  public init(dictionaryLiteral fields: (HTTP.FieldName, (any HTTP.FieldValueConvertible)?)...) {
    self.init()
    for case (let name, let value?) in fields { append(name, value.fieldValue) }
  }

  /// Makes fields of a dictionary, in the order of their names.
  ///
  /// - Parameter dictionary: The values by their names.
  public init(_ dictionary: [String: some HTTP.FieldValueConvertible]) {
    self.init()
    for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      append(HTTP.FieldName(name), value.fieldValue)
    }
  }
}

extension HTTP {
  /// A type whose values are values of fields: texts, integers, and `HTTP.FieldValue`.
  public protocol FieldValueConvertible {
    /// The value of a field.
    var fieldValue: HTTP.FieldValue { get }
  }
}

extension HTTP.FieldValue: HTTP.FieldValueConvertible {
  public var fieldValue: HTTP.FieldValue { self }
}

extension String: HTTP.FieldValueConvertible {
  public var fieldValue: HTTP.FieldValue { HTTP.FieldValue(self) }
}

extension Substring: HTTP.FieldValueConvertible {
  public var fieldValue: HTTP.FieldValue { HTTP.FieldValue(String(self)) }
}

extension Int: HTTP.FieldValueConvertible {
  public var fieldValue: HTTP.FieldValue { HTTP.FieldValue(String(self)) }
}

extension HTTP.FieldValueConvertible where Self == HTTP.FieldValue {
  /// Returns a value that is a secret: sent, and shown in no description.
  ///
  /// - Parameter text: The secret text.
  public static func sensitive(_ text: String) -> HTTP.FieldValue {
    HTTP.FieldValue(bytes: Array(text.utf8), isSensitive: true)
  }
}

/// The same names except for their case, and the same values, in the same order.
extension HTTP.Fields: Hashable {
  public static func == (left: HTTP.Fields, right: HTTP.Fields) -> Bool {
    left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    for field in self { hasher.combine(field) }
  }
}

/// One line for each field; secrets, and fields that always hold one, are left out.
extension HTTP.Fields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { map(\.description).joined(separator: "\n") }

  public var debugDescription: String { description }

  /// The lines, and not the buffer, which holds the secrets among them.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
