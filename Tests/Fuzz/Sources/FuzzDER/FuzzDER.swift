import ApusX509
import FuzzSupport

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDER(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  let der = input.bytes.span
  var reader = DERReader(der)
  var writer = DERWriter()
  let isValid = (try? copy(&reader, to: &writer, in: der)) != nil
  if isValid { require(writer.bytes == input.bytes, "it is written otherwise than it was read") }
  let dump = ASN1.Dump(der)
  require(isValid || dump.firstProblem != nil, "the dump finds no problem: \(dump.lines)")
  require(dump.lines.allSatisfy { $0.utf8.count < 1000 }, "a line without end")
  return 0
}

/// Reads every value by the type of its tag, and writes it again.
func copy(
  _ reader: inout DERReader, to writer: inout DERWriter, in der: Span<UInt8>
) throws(ASN1Error) {
  while !reader.isAtEnd {
    let element = try reader.readElement(in: der)
    guard !element.tag.isConstructed else {
      var inner = try element.reader()
      try writer.write(element.tag) { (writer: inout DERWriter) throws(ASN1Error) in
        try copy(&inner, to: &writer, in: der)
      }
      continue
    }
    switch element.tag {
    case .boolean: writer.writeBoolean(try element.boolean(in: der))
    case .integer, .enumerated:
      let integer = try element.wideInteger(in: der)
      if element.byteCount <= 8 {
        writer.writeInteger(try element.integer(in: der), tagged: element.tag)
      } else if let magnitude = integer.magnitude {
        writer.writeInteger(magnitude: der.extracting(magnitude).copy(), tagged: element.tag)
      } else {
        writer.write(element.tag, content: der.extracting(integer.bytes).copy())
      }
    case .bitString:
      let bits = try element.bitString(in: der)
      writer.writeBitString(
        der.extracting(bits.bytes).copy(), unusedBitCount: bits.unusedBitCount)
    case .null:
      try element.null()
      writer.writeNull()
    case .objectIdentifier:
      let oid = try element.oid(in: der)
      require(OID(oid.description) == oid, "\(oid) is another name")
      writer.writeOID(oid)
    case .utcTime:
      let seconds = try element.utcTime(in: der)
      try writer.writeTime(ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: false))
    case .generalizedTime:
      let seconds = try element.generalizedTime(in: der)
      try writer.writeTime(ASN1.Time(secondsSinceEpoch: seconds, isGeneralized: true))
    default:
      if ASN1.Text.Kind(element.tag) != nil {
        let text = try element.text(in: der)
        try writer.writeText(text.string(in: der), as: text.kind)
      } else {
        writer.write(element.tag, content: der.extracting(element.content).copy())
      }
    }
  }
}
