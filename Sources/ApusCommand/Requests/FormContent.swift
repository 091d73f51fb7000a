import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization

/// The form content of a request. The form is URL-encoded, or multipart if one of its fields is a
/// file.
///
///     name "=" value   /   name "@" file
struct FormContent {
  enum Field {
    case text(name: String, String)
    case file(name: String, FormFile)
  }

  static let expected = "NAME=VALUE, NAME@FILE or NAME@FILE;type=MEDIA/TYPE;filename=NAME"

  private let fields: [Field]

  init(_ fields: [Field]) { self.fields = fields }

  /// Parses the values of the option `--form`. The result is `nil` if the option is absent.
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
      guard let file = FormFile(value.bytes) else {
        throw .invalidValue("\(word)", option: "form", expected: Self.expected)
      }
      fields.append(.file(name: name, file))
    }
    self.fields = fields
  }

  /// A Boolean value that indicates whether a file of the form is standard input.
  var usesStandardInput: Bool {
    fields.contains { field in
      if case .file(_, let file) = field { file.path == "-" } else { false }
    }
  }

  /// Returns the body of the form with its media type.
  ///
  /// - Parameter type: The media type that the user names. A boundary parameter of the type becomes
  ///   the boundary of the body.
  func body(_ files: FileBody, as type: HTTP.MediaType?) async throws -> HTTP.Body {
    let pairs = fields.compactMap { field -> String? in
      guard case .text(let name, let value) = field else { return nil }
      return "\(Self.encoded(name))=\(Self.encoded(value))"
    }
    guard pairs.count < fields.count || type?.type == "multipart" else {
      return .bytes(Array(pairs.joined(separator: "&").utf8), .form)
    }
    var parts: [Multipart.Part] = []
    for field in fields {
      switch field {
      case .text(let name, let value): parts.append(.field(name, value))
      case .file(let name, let file):
        parts.append(
          .content(
            name, try await files.any(file.path), fileName: file.name, file.mediaType))
      }
    }
    if let type, type.parameters["boundary"] != nil {
      return try Multipart(parts, boundary: Multipart.Boundary(of: type)).body()
    }
    return try Multipart(parts).body()
  }

  /// Returns a name or value in URL-encoded form, with a plus sign for a space and escapes for
  /// unsafe bytes.
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

extension FormContent {
  /// The options of curl for a multipart form without secrets.
  var curlWords: [String] {
    fields.flatMap { field -> [String] in
      switch field {
      case .text(let name, let value):
        let isSecret = Redaction.isSecret(Array(name.utf8)[...])
        return ["--form-string", "\(name)=\(isSecret ? Redaction.placeholder : value)"]
      case .file(let name, let file):
        let type = file.mediaType.map { ";type=\($0)" } ?? ""
        return ["--form", "\(name)=@\(file.path);filename=\(file.name)\(type)"]
      }
    }
  }
}
