extension HTTP {
  /// A field line, which consists of a field name and a field value.
  public struct Field: Sendable, Hashable {
    /// The field name in its original letter case.
    public var name: FieldName
    /// The value of the field line.
    public var value: FieldValue

    /// Creates a field line from a name and a value.
    ///
    /// - Parameters:
    ///   - name: The name of the field line.
    ///   - value: The value of the field line.
    public init(_ name: FieldName, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }
}

extension HTTP.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text of the field line, with escaped control characters and a placeholder for a sensitive
  /// value.
  ///
  /// The description omits the user and the query values of a URL in the field value.
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

/// A random-access collection of the field lines in order. The collection creates a field's name
/// and value on access.
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
  /// Creates fields from a dictionary literal. The initializer omits a field whose value is `nil`.
  ///
  /// - Parameter fields: The field names and values in order; a name may occur more than once.
  public init(dictionaryLiteral fields: (HTTP.FieldName, (any HTTP.FieldValueConvertible)?)...) {
    self.init()
    for case (let name, let value?) in fields { append(name, value.fieldValue) }
  }

  /// Creates fields from a dictionary, sorted by field name.
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
  /// A type that can be converted to a field value, such as a string or an integer.
  public protocol FieldValueConvertible {
    /// The field value to which the instance is converted.
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
  /// Returns a sensitive field value, which the session sends but descriptions omit.
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

/// The description of the fields has one line for each field. The description omits sensitive
/// values and the values of credential fields.
extension HTTP.Fields: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { map(\.description).joined(separator: "\n") }

  public var debugDescription: String { description }

  /// A mirror of the field lines. The mirror omits the underlying buffer, because the buffer may
  /// contain secrets.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection)
  }
}
