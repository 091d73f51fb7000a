/// The ways in which a program shows a value unintentionally.
enum Shown {
  static func everyWay<Value>(_ value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var printed = ""
    print(value, to: &printed)
    var debugged = ""
    debugPrint(value, to: &debugged)
    return [
      "\(value)", String(describing: value), String(reflecting: value), dumped, printed, debugged,
    ]
  }

  /// Every text that a walk over all mirrors reaches.
  static func everyLeaf(_ value: Any) -> [String] {
    let children = Mirror(reflecting: value).children
    return ["\(value)"] + children.flatMap { everyLeaf($0.value) }
  }
}
