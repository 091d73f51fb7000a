/// A JSON document as a value.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case string(String)
  case array([JSONValue])
}
