extension JSONValue {
  /// The value without any `null` in an array or object, however deep; `null` itself stays.
  public func removingNulls() -> JSONValue {
    switch self {
    case .null, .bool, .number, .string: self
    case .array(let elements):
      .array(elements.lazy.filter { !$0.isNull }.map { $0.removingNulls() })
    case .object(let object):
      .object(
        JSONObject(
          object.lazy.filter { !$0.value.isNull }.map { ($0.key, $0.value.removingNulls()) }))
    }
  }
}
