import ApusNet
import ApusSerialization

/// As much of JSON Schema as the schemas here use; a keyword that is not known is a fault itself.
struct Schema {
  private let root: JSON.Value
  private let definitions: JSON.Object

  /// What describes without demanding anything.
  private static let words: Set = ["$schema", "$defs", "title", "description"]

  init(path: String) throws {
    root = try JSON.Value(parsing: try Files.contents(of: path))
    definitions = root["$defs"]?.object ?? [:]
  }

  /// Where a value is not as it should be.
  func faults(in value: JSON.Value) -> [String] { faults(in: value, by: root, at: "") }

  private func faults(in value: JSON.Value, by schema: JSON.Value, at path: String) -> [String] {
    guard let rules = schema.object else { return ["\(path): the schema is no object"] }
    return rules.flatMap { keyword, rule -> [String] in
      switch keyword {
      case "$ref": reference(rule, value, at: path)
      case "const": rule == value ? [] : ["\(path) is not \(rule)"]
      case "enum": rule.array?.contains(value) == true ? [] : ["\(path) is none of \(rule)"]
      case "type": Self.isOfType(value, rule.string) ? [] : ["\(path) is no \(rule)"]
      case "items":
        (value.array ?? []).enumerated().flatMap {
          faults(in: $0.element, by: rule, at: "\(path)[\($0.offset)]")
        }
      case "required":
        (rule.array ?? []).compactMap(\.string).filter { value[$0] == nil }
          .map { "\(path).\($0) is missing" }
      case "properties":
        (rule.object ?? [:]).flatMap { name, rule in
          value[name].map { faults(in: $0, by: rule, at: "\(path).\(name)") } ?? []
        }
      case "additionalProperties": additional(rule, value, rules, at: path)
      default: Self.words.contains(keyword) ? [] : ["the keyword \(keyword) is not known"]
      }
    }
  }

  private func reference(_ rule: JSON.Value, _ value: JSON.Value, at path: String) -> [String] {
    let name = (rule.string ?? "").split(separator: "/").last.map { String($0) } ?? ""
    guard let schema = definitions[name] else { return ["\(rule) leads nowhere"] }
    return faults(in: value, by: schema, at: path)
  }

  private func additional(
    _ rule: JSON.Value, _ value: JSON.Value, _ rules: JSON.Object, at path: String
  ) -> [String] {
    guard rule == false else { return ["only false is known for additionalProperties"] }
    let known = rules["properties"]?.object ?? [:]
    return (value.object ?? [:]).compactMap { name, _ in
      known[name] == nil ? "\(path).\(name) is not known" : nil
    }
  }

  private static func isOfType(_ value: JSON.Value, _ type: String?) -> Bool {
    switch type {
    case "object": value.object != nil
    case "array": value.array != nil
    case "string": value.string != nil
    case "integer": value.int != nil
    case "boolean": value.bool != nil
    default: false
    }
  }
}
