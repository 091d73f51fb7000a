import ApusBytes
import ApusHTTP
import ApusSerialization

/// A JSON response in a readable layout. Each member has its own line, and each token is unchanged.
///
/// The layout changes only white space. Numbers keep their digits, and members keep their order and
/// their duplicates. Text that is not JSON or exceeds the limit is shown unchanged.
struct PrettyJSON {
  /// The maximum number of bytes of a JSON response that the tool formats.
  static let byteLimit = 4 << 20

  let isColoured: Bool
  /// The bytes of the response that were received so far.
  private(set) var bytes: [UInt8] = []

  init(isColoured: Bool) { self.isColoured = isColoured }

  /// Returns whether a media type is `application/json` or ends in `+json`.
  ///
  /// RFC 6839 section 3.1.
  static func isJSON(_ type: HTTP.MediaType) -> Bool {
    type.subtype == "json" || type.subtype.utf8.suffix(5).elementsEqual("+json".utf8)
  }

  /// Adds a chunk of the response. The function returns all bytes if they exceed the limit for
  /// formatted JSON.
  mutating func add(_ piece: [UInt8]) -> [UInt8]? {
    bytes += piece
    guard bytes.count > Self.byteLimit else { return nil }
    defer { bytes = [] }
    return bytes
  }

  /// The JSON document in a readable layout, or `nil` if the bytes are not JSON.
  var text: String? {
    // JSON text in UTF-8 contains no zero byte, and JSON text in UTF-16 contains at least one.
    guard !bytes.contains(0), (try? JSON.Value(parsing: bytes)) != nil else { return nil }
    var layout = Layout(paint: Paint(isColoured: isColoured))
    layout.run(bytes)
    return layout.text
  }
}

extension PrettyJSON {
  /// A formatter that processes the tokens of a valid JSON document in their order.
  private struct Layout {
    let paint: Paint
    var text = ""
    /// The JSON objects and arrays that are not yet complete. The innermost of them is the last
    /// element.
    private var open: [Open] = []

    private enum Open {
      /// A JSON object, with a flag that indicates whether the next string is a member name.
      case object(expectsName: Bool)
      case array
    }

    init(paint: Paint) { self.paint = paint }

    mutating func run(_ bytes: [UInt8]) {
      var index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case 0x20, 0x09, 0x0a, 0x0d: index += 1
        case 0x7b, 0x5b: index = begin(bytes, at: index)
        case 0x7d, 0x5d:
          _ = open.popLast()
          breakLine()
          text += byte == 0x7d ? "}" : "]"
          index += 1
        case 0x2c:
          text += ","
          expectName(true)
          breakLine()
          index += 1
        case 0x3a:
          text += ": "
          expectName(false)
          index += 1
        default: index = appendScalar(of: bytes, at: index)
        }
      }
    }

    private mutating func expectName(_ isExpected: Bool) {
      guard case .object = open.last else { return }
      open[open.count - 1] = .object(expectsName: isExpected)
    }

    /// Begins a JSON object or array. An empty object or array stays on its line.
    private mutating func begin(_ bytes: [UInt8], at index: Int) -> Int {
      let isBrace = bytes[index] == 0x7b
      var next = index + 1
      while next < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[next]) { next += 1 }
      if next < bytes.count, bytes[next] == (isBrace ? 0x7d : 0x5d) {
        text += isBrace ? "{}" : "[]"
        return next + 1
      }
      text += isBrace ? "{" : "["
      open.append(isBrace ? .object(expectsName: true) : .array)
      breakLine()
      return index + 1
    }

    /// Appends a JSON string, number or literal, and escapes the control characters for a terminal.
    private mutating func appendScalar(of bytes: [UInt8], at start: Int) -> Int {
      var end = start + 1
      if bytes[start] == 0x22 {
        while end < bytes.count, bytes[end] != 0x22 { end += bytes[end] == 0x5c ? 2 : 1 }
        end = min(end + 1, bytes.count)
      } else {
        while end < bytes.count, ![0x2c, 0x5d, 0x7d, 0x20, 0x09, 0x0a, 0x0d].contains(bytes[end]) {
          end += 1
        }
      }
      let token = ForeignText.escaped(bytes[start..<end], limit: nil)
      var isName = false
      if case .object(expectsName: true) = open.last { isName = bytes[start] == 0x22 }
      text +=
        isName ? paint.label(token) : bytes[start] == 0x22 ? paint.good(token) : paint.strong(token)
      return end
    }

    private mutating func breakLine() {
      text += "\n" + String(repeating: "  ", count: open.count)
    }
  }
}
