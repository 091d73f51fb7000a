public import ApusBytes

extension JSON.Value {
  /// Returns the JSON text of the value as bytes.
  ///
  /// - Parameter options: The layout and the escapes of the JSON text.
  public func bytes(
    _ options: JSON.WritingOptions = JSON.WritingOptions()
  ) throws(JSON.EncodingError) -> [UInt8] {
    var writer = JSONWriter(options)
    try write(to: &writer, depth: 0)
    return writer.finish()
  }

  /// Returns the JSON text of the value.
  ///
  /// - Parameter options: The layout and the escapes of the JSON text.
  public func text(
    _ options: JSON.WritingOptions = JSON.WritingOptions()
  ) throws(JSON.EncodingError) -> String {
    String(decoding: try bytes(options), as: UTF8.self)
  }

  /// Writes the JSON text of the value.
  ///
  /// - Parameters:
  ///   - writer: The writer that receives the bytes.
  ///   - options: The layout and the escapes of the JSON text.
  public func write(
    to writer: inout ByteWriter, _ options: JSON.WritingOptions = JSON.WritingOptions()
  ) throws(JSON.EncodingError) {
    writer.write(try bytes(options))
  }

  func write(to writer: inout JSONWriter, depth: Int) throws(JSON.EncodingError) {
    switch self {
    case .null: writer.write(plain: "null")
    case .bool(let bool): writer.write(bool)
    case .number(let number): writer.write(number)
    case .string(let text): writer.write(text)
    case .array(let elements): try Self.write(elements, to: &writer, depth: depth)
    case .object(let object): try Self.write(object, to: &writer, depth: depth)
    }
  }

  private static func write(
    _ elements: [JSON.Value], to writer: inout JSONWriter, depth: Int
  ) throws(JSON.EncodingError) {
    try hold(depth, writer)
    writer.write(0x5b)
    for (index, element) in elements.enumerated() {
      writer.writeSeparator(isFirst: index == 0, depth: depth + 1)
      try element.write(to: &writer, depth: depth + 1)
    }
    writer.writeEnd(0x5d, isEmpty: elements.isEmpty, depth: depth)
  }

  private static func write(
    _ object: JSON.Object, to writer: inout JSONWriter, depth: Int
  ) throws(JSON.EncodingError) {
    try hold(depth, writer)
    writer.write(0x7b)
    for (index, place) in object.places(inOrder: writer.options.sortsKeys).enumerated() {
      writer.writeSeparator(isFirst: index == 0, depth: depth + 1)
      let (name, value) = object[place]
      writer.write(name)
      writer.writeColon()
      try value.write(to: &writer, depth: depth + 1)
    }
    writer.writeEnd(0x7d, isEmpty: object.isEmpty, depth: depth)
  }

  private static func hold(_ depth: Int, _ writer: borrowing JSONWriter) throws(JSON.EncodingError)
  {
    guard depth < writer.options.depthLimit else {
      throw JSON.EncodingError(.tooDeep(limit: writer.options.depthLimit))
    }
  }
}

extension JSON.Object {
  /// Returns the indices of the object members in the order in which the writer writes them.
  fileprivate func places(inOrder isSorted: Bool) -> [Int] {
    guard isSorted else { return Array(indices) }
    return indices.sorted { self[$0].key.utf8.lexicographicallyPrecedes(self[$1].key.utf8) }
  }
}

extension JSON.Value: CustomStringConvertible {
  /// The JSON text of the value, or an error message if the value cannot be written as JSON.
  public var description: String {
    do throws(JSON.EncodingError) { return try text() } catch { return "\(error)" }
  }
}
