internal import ApusBytes

/// The fast encoding of arrays of strings, integers or floating-point numbers, without an encoder
/// for each element.
extension ValueEncoder {
  /// Returns whether a type is an array of strings, integers or floating-point numbers.
  @inline(__always)
  func isPlainArray(_ type: Any.Type) -> Bool {
    type == [String].self || type == [Int].self || type == [Double].self
  }

  /// Writes an array of strings, integers or floating-point numbers. The function returns `false`
  /// if the array requires the general algorithm.
  @inline(never)
  func writePlainArray(_ value: some Encodable) -> Bool {
    guard depth < document.depthLimit else { return false }
    if let texts = value as? [String] {
      writeElements(texts) { $1.write($0) }
    } else if let integers = value as? [Int] {
      writeElements(integers) { $1.write(integer: $0) }
    } else if let doubles = value as? [Double], doubles.allSatisfy(\.isFinite) {
      writeElements(doubles) { $1.write(finite: $0) }
    } else {
      return false
    }
    return true
  }

  @inline(__always)
  private func writeElements<Element>(
    _ elements: [Element], _ body: (Element, inout JSONWriter) -> Void
  ) {
    let depth = depth
    single { text in
      text.write(0x5b)
      var isFirst = true
      for element in elements {
        text.writeSeparator(isFirst: isFirst, depth: depth &+ 1)
        body(element, &text)
        isFirst = false
      }
      text.writeEnd(0x5d, isEmpty: isFirst, depth: depth)
    }
  }
}
