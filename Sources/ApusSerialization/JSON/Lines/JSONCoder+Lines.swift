public import ApusBytes

extension JSONCoder {
  /// Writes a value as one line of newline-delimited JSON, with its end.
  ///
  /// Whatever the layout is, no line breaks inside: in a text it is an escape.
  public func encodeLine(_ value: some Encodable) throws(JSONEncodingError) -> [UInt8] {
    var coder = self
    coder.writing.layout = .compact
    var line = try coder.encode(value)
    line.append(0x0a)
    return line
  }

  /// Writes values one line each.
  public func write(
    lines values: some Sequence<some Encodable>, to writer: inout ByteWriter
  ) throws(JSONEncodingError) {
    for value in values { writer.write(try encodeLine(value)) }
  }
}
