extension HTTP.Fields {
  /// Replaces each fold by one space, as RFC 9112 section 5.2 asks of a user agent.
  mutating func unfold() {
    for index in lines.indices where lines[index].notes.contains(.folded) {
      let value = lines[index].value
      var end = value.lowerBound
      var at = value.lowerBound
      while at < value.upperBound {
        guard storage[at] == 0x0d else {
          storage[end] = storage[at]
          end += 1
          at += 1
          continue
        }
        while end > value.lowerBound, storage[end - 1] == 0x20 || storage[end - 1] == 0x09 {
          end -= 1
        }
        at += 2
        while at < value.upperBound, storage[at] == 0x20 || storage[at] == 0x09 { at += 1 }
        storage[end] = 0x20
        end += 1
      }
      let name = lines[index].name
      lines[index] = FieldLine(
        nameStart: name.lowerBound, nameEnd: name.upperBound, valueStart: value.lowerBound,
        valueEnd: end, notes: lines[index].notes.subtracting(.folded))
    }
  }
}
