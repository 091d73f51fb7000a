/// Properties and subscripts for access to the content of a JSON value. Each property is `nil` if
/// the JSON value has another type.
///
///     let name = value["users"]?[0]?["name"]?.string
///     value["users"]?[0]?["name"] = "Ada"
extension JSON.Value {
  /// Returns the value for a name in a JSON object, or `nil` if the name is missing.
  ///
  /// Assigning a value to a member of `null` converts the `null` to an object. The assignment has
  /// no effect on other types. Assigning `nil` removes the name.
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
      // The variable is set to `null` temporarily, so the object has a single reference and is
      // changed without a copy.
      self = .null
      object[key] = newValue
      self = .object(object)
    }
  }

  /// Returns an element of a JSON array, or `nil` if the index is out of range.
  ///
  /// Assigning an element has no effect if the index is out of range. Assigning `nil` removes the
  /// element.
  ///
  /// - Parameter index: The index of the element, counted from 0.
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

  /// A Boolean value that indicates whether the JSON value is `null`.
  public var isNull: Bool {
    guard case .null = self else { return false }
    return true
  }

  /// The JSON value as a Boolean value, or `nil` if the JSON value is neither `true` nor `false`.
  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The JSON value as a number of any size, or `nil` if the JSON value is not a number.
  public var number: JSON.Number? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The JSON value as an integer, such as 3 for `3` or `3.0`. The value is `nil` if the number has
  /// a fraction, such as 3.5.
  public var int: Int? { number?.exactly(Int.self) }

  /// The JSON value as the nearest `Double`, or `nil` if the JSON value is not a number in the
  /// range of `Double`.
  public var double: Double? { number?.double }

  /// The JSON value as a string, or `nil` if the JSON value is not a string.
  public var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// The elements of the JSON array, or `nil` if the JSON value is not an array.
  public var array: [JSON.Value]? {
    guard case .array(let array) = self else { return nil }
    return array
  }

  /// The JSON value as an object, or `nil` if the JSON value is not an object.
  public var object: JSON.Object? {
    guard case .object(let object) = self else { return nil }
    return object
  }
}

extension JSON.Value {
  /// Returns the JSON value without any `null` in its arrays and objects, at any depth. The value
  /// `null` remains `null`.
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
