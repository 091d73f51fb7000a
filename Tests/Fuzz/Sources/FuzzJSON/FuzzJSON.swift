import ApusSerialization
import FuzzSupport

/// A type with every kind of member, for any input of the fuzzer.
private struct Tree: Codable, Equatable {
  var text: String?
  var number: Double?
  var integer: Int?
  var flag: Bool?
  var list: [Tree]?
  var named: [String: Tree]?
  var any: JSON.Value?
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  let one = try? JSON.Value(parsing: input.bytes.span)
  let other = try? JSON.Value(parsing: ([0x20] + input.bytes + [0x0a]).span)
  // A byte order mark is one at the start alone. RFC 8259 section 8.1.
  let isMarked = input.bytes.starts(with: [0xef, 0xbb, 0xbf])
  require(isMarked || one == other, "white space around a document changed it")
  require(
    one == (try? JSONCoder().decode(JSON.Value.self, from: input.bytes)),
    "a coder reads another value than the parser")
  if let one { checkWriting(one) }
  checkCoding(input.bytes)
  checkLines(input.bytes)
  return 0
}

/// A parsed value is written, plainly and with every escape, as the same value.
private func checkWriting(_ value: JSON.Value) {
  var options = JSON.WritingOptions.pretty
  options.escapes = [.slashes, .nonASCII, .html, .lineSeparators]
  for options in [JSON.WritingOptions(), options] {
    let bytes = try? value.bytes(options)
    require(bytes.flatMap { try? JSON.Value(parsing: $0) } == value, "written as another value")
  }
}

/// A decoded type is encoded as the same value, and so is a value within a value.
private func checkCoding(_ bytes: [UInt8]) {
  var coder = JSONCoder()
  coder.reading.detectsEncoding = true
  do throws(JSON.DecodingError) {
    let tree = try coder.decode(Tree.self, from: bytes)
    for keys in [JSONCoder.Keys.unchanged, .snakeCase] {
      coder.keys = keys
      let again = try? coder.decode(Tree.self, from: coder.encode(tree))
      require(again == tree, "a type is written otherwise than it was read")
    }
  } catch {
    require(!error.description.isEmpty, "an error without words")
  }
}

/// Lines are the same for any division of the bytes.
private func checkLines(_ bytes: [UInt8]) {
  func lines(pieceSize: Int) -> [String] {
    var reader = JSON.LineReader(lineByteCountLimit: 64)
    var lines: [String] = []
    var at = 0
    do throws(JSON.LineError) {
      while true {
        while let line = try reader.nextLine() { lines.append("\(line)") }
        guard at < bytes.count else { break }
        let end = min(bytes.count, at + pieceSize)
        reader.append(Array(bytes[at..<end]))
        at = end
      }
      reader.finish()
      while let line = try reader.nextLine() { lines.append("\(line)") }
    } catch {
      lines.append("\(error)")
    }
    return lines
  }
  require(lines(pieceSize: 1) == lines(pieceSize: max(1, bytes.count)), "lines depend on pieces")
}
