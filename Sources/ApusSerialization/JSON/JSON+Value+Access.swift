/// Access to a value as one type: each property is nil if the value has another type.
///
///     let name = value["users"]?[0]?["name"]?.string
///     value["users"]?[0]?["name"] = "Ada"
extension JSON.Value {
  /// Returns the member of an object.
  ///
  /// Setting one turns `null` into an object, and changes no value of another kind; nil removes the
  /// member.
  ///
  /// - Parameter key: The name of the member.
  public subscript(key: String) -> JSON.Value? {
    get { object?[key] }
    set {
      var object: JSON.Object
      switch self {
      case .object(let members): object = members
      case .null where newValue != nil: object = JSON.Object()
      case .null, .bool, .number, .string, .array: return
      }
      // The members are held once only while they change, so that they need not be copied.
      self = .null
      object[key] = newValue
      self = .object(object)
    }
  }

  /// Returns the element of an array, or nil if the index is out of range.
  ///
  /// Setting an element that is out of range has no effect; nil removes the element.
  ///
  /// - Parameter index: The position of the element, from 0.
  public subscript(index: Int) -> JSON.Value? {
    get {
      guard case .array(let array) = self, array.indices.contains(index) else { return nil }
      return array[index]
    }
    set {
      guard case .array(var array) = self, array.indices.contains(index) else { return }
      self = .null
      if let newValue { array[index] = newValue } else { array.remove(at: index) }
      self = .array(array)
    }
  }

  /// A Boolean value that indicates whether the value is `null`.
  public var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  /// The value of `true` or `false`.
  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The number as it came.
  public var number: JSON.Number? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The number as an integer, if it is one and fits: 3 and 3.0, but not 3.5.
  public var int: Int? { number?.exactly(Int.self) }

  /// The nearest double to the number, if it has one.
  public var double: Double? { number?.double }

  /// The text.
  public var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// The elements of an array.
  public var array: [JSON.Value]? {
    guard case .array(let array) = self else { return nil }
    return array
  }

  /// The members of an object.
  public var object: JSON.Object? {
    guard case .object(let object) = self else { return nil }
    return object
  }
}

extension JSON.Value {
  /// Returns the value without any `null` in an array or object, however deep; `null` itself stays.
  public func removingNulls() -> JSON.Value {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements):
      .array(elements.lazy.filter { !$0.isNull }.map { $0.removingNulls() })
    case .object(let object):
      .object(
        JSON.Object(
          object.lazy.filter { !$0.value.isNull }.map { ($0.key, $0.value.removingNulls()) }))
    }
  }
}
