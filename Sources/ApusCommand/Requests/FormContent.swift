import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization

/// A form that `--form` fills: in one line, or in several parts where a file is among them.
///
///     name "=" value   /   name "@" path
struct FormContent {
  enum Field {
    case text(name: String, String)
    case file(name: String, path: FilePath)
  }

  static let expected = "NAME=VALUE or NAME@FILE"

  private let fields: [Field]

  /// Reads the fields; nil where there are none.
  init?(_ words: [Word]) throws(UsageError) {
    guard !words.isEmpty else { return nil }
    var fields: [Field] = []
    for word in words {
      let sign = word.bytes.firstIndex { $0 == 0x3d || $0 == 0x40 }
      guard let sign, sign != word.bytes.startIndex else {
        throw .invalidValue("\(word)", option: "form", expected: Self.expected)
      }
      let name = try Arguments.text(of: Word(bytes: word.bytes[..<sign]))
      let value = Word(bytes: word.bytes[(sign + 1)...])
      guard word.bytes[sign] == 0x40 else {
        fields.append(.text(name: name, try Arguments.text(of: value)))
        continue
      }
      guard !value.bytes.isEmpty else {
        throw .invalidValue("\(word)", option: "form", expected: Self.expected)
      }
      fields.append(.file(name: name, path: value.path))
    }
    self.fields = fields
  }

  /// The form as a body with its type.
  func body(_ files: FileBody) async throws -> HTTP.Body {
    let pairs = fields.compactMap { field -> String? in
      guard case .text(let name, let value) = field else { return nil }
      return "\(Self.encoded(name))=\(Self.encoded(value))"
    }
    guard pairs.count < fields.count else {
      let type = try HTTP.MediaType("application/x-www-form-urlencoded")
      return .bytes(Array(pairs.joined(separator: "&").utf8), type)
    }
    var parts: [Multipart.Part] = []
    for field in fields {
      switch field {
      case .text(let name, let value): parts.append(.field(name, value))
      case .file(let name, let path):
        let last = path.bytes.split(separator: 0x2f).last ?? []
        parts.append(
          .content(
            name, try await files.regular(path), fileName: String(decoding: last, as: UTF8.self)))
      }
    }
    return try Multipart(parts).body()
  }

  /// A name or value as forms have it: a plus for a space, and nothing bare but what is safe.
  ///
  /// WHATWG URL section 5.2.
  private static func encoded(_ text: String) -> String {
    let plain = ByteSet.letters.union(.digits).union(ByteSet("*-._"))
    return Array(text.utf8).map { byte in
      if byte == 0x20 { return "+" }
      return plain.contains(byte)
        ? String(decoding: [byte], as: UTF8.self) : "%" + Hex.encode(byte).uppercased()
    }.joined()
  }
}
