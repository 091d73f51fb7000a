/// Properties and subscripts for reading a JSON value as a type. Each property is `nil` if the
/// value has another type.
///
///     let name = value["users"]?[0]?["name"]?.string
///     value["users"]?[0]?["name"] = "Ada"
extension JSON.Value {
  /// Returns the value of an object's member.
  ///
  /// Assigning a value changes `null` to an object and has no effect on a value of another type.
  /// Assigning `nil` removes the member.
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
      // The object has a single reference while it changes, so its members are not copied.
      self = .null
      object[key] = newValue
      self = .object(object)
    }
  }

  /// Returns the element of an array, or `nil` if the index is out of range.
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

  /// The JSON value as a Boolean value; `nil` if the value is neither `true` nor `false`.
  public var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The JSON value as a number without loss; `nil` if the value is not a number.
  public var number: JSON.Number? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The JSON number as an integer.
  /// The value is `nil` for a number with a fraction, such as 3.5, but not for 3 or 3.0.
  public var int: Int? { number?.exactly(Int.self) }

  /// The `Double` nearest to the JSON number; `nil` if the value is not a number in the range of
  /// `Double`.
  public var double: Double? { number?.double }

  /// The JSON value as a string; `nil` if the value is not a string.
  public var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// The elements of the JSON array; `nil` if the value is not an array.
  public var array: [JSON.Value]? {
    guard case .array(let array) = self else { return nil }
    return array
  }

  /// The members of the JSON object; `nil` if the value is not an object.
  public var object: JSON.Object? {
    guard case .object(let object) = self else { return nil }
    return object
  }
}

extension JSON.Value {
  /// Returns the value without any `null` in its arrays and objects at any depth.
  /// A value that is itself `null` remains `null`.
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
