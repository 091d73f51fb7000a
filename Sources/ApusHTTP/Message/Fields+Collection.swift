extension HTTP {
  /// A field line, which consists of a field name and a field value.
  public struct Field: Sendable, Hashable {
    /// The field name in its original letter case.
    public var name: FieldName
    /// The field value.
    public var value: FieldValue

    /// Creates a field line from a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    public init(_ name: FieldName, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }
}

extension HTTP.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The field line as it is sent, with escaped control characters and a placeholder for a
  /// sensitive value.
  ///
  /// A URL in the field value is shown without its user and with only the names of its query.
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

  /// An empty mirror, because the description of the field line contains all information that may
  /// be shown.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The field lines in order. The collection creates names and values when they are accessed.
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
  /// Creates fields from a dictionary literal, whose values may be variables.
  /// A field whose value is `nil` is left out.
  ///
  /// - Parameter fields: The field names and values in order; a name may occur more than once.
  public init(dictionaryLiteral fields: (HTTP.FieldName, (any HTTP.FieldValueConvertible)?)...) {
    self.init()
    for case (let name, let value?) in fields { append(name, value.fieldValue) }
  }

  /// Creates fields from a dictionary, in the order of the field names.
  ///
  /// - Parameter dictionary: The field values by their names.
  public init(_ dictionary: [String: some HTTP.FieldValueConvertible]) {
    self.init()
    for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      append(HTTP.FieldName(name), value.fieldValue)
    }
  }
}

extension HTTP {
  /// A type that can be converted to a field value: a text, an integer, or `HTTP.FieldValue`.
  public protocol FieldValueConvertible {
    /// The field value of the instance.
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
  /// Returns a sensitive field value, which is sent but appears in no description.
  ///
  /// - Parameter text: The secret text.
  public static func sensitive(_ text: String) -> HTTP.FieldValue {
    HTTP.FieldValue(bytes: Array(text.utf8), isSensitive: true)
  }
}

/// Two lists of fields are equal if they have the same names and values in the same order. The
/// letter case of names is ignored.
extension HTTP.Fields: Hashable {
  public static func == (left: HTTP.Fields, right: HTTP.Fields) -> Bool {
    left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    for field in self { hasher.combine(field) }
  }
}

/// The description of fields has one line for each field. Sensitive values, and the values of
/// fields that always contain secrets, are left out.
extension HTTP.Fields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { map(\.description).joined(separator: "\n") }

  public var debugDescription: String { description }

  /// A mirror of the field lines.
  /// The mirror does not contain the buffer, because the buffer contains secrets.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
