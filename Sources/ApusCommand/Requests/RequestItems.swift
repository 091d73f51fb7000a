import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization

/// The request items after the URL, which are header fields, query parameters and the content.
struct RequestItems {
  enum Content {
    case json(ItemTree)
    case form(FormContent)
  }

  static let details = [
    "NAME==TEXT after the URL adds a parameter to the query of the URL. NAME:VALUE after the",
    "URL adds a header field, as --header does. A backslash before a sign makes the sign a",
    "part of the name or text: \\: \\= \\@ \\[.",
  ]

  /// The header fields of the request items in their order.
  private(set) var headers: HTTP.Fields = [:]
  /// The query parameters of the request items in percent-encoded form.
  private(set) var query: [UInt8] = []
  /// The content that the request items define, or `nil` if no item defines content.
  let content: Content?
  /// The first request item that defines content.
  let firstOfContent: Word?

  /// The command option for a query parameter, which is an alternative to a request item.
  static let option = Option(
    "query", takes: "NAME=TEXT", isRepeatable: true,
    "adds a parameter to the query of the URL, with percent-encoding; repeatable")

  init(_ words: [Word], query parameters: [Word] = []) throws(UsageError) {
    for word in parameters {
      guard let sign = word.bytes.firstIndex(of: 0x3d), sign > 0 else {
        throw .invalidValue("\(word)", option: "query", expected: "NAME=TEXT")
      }
      if !query.isEmpty { query.append(0x26) }
      query += Self.encoded(Array(word.bytes[..<sign])) + [0x3d]
      query += Self.encoded(Array(word.bytes[(sign + 1)...]))
    }
    var items: [RequestItem] = []
    for word in words {
      let item = try RequestItem(word)
      switch (item.kind, item.value) {
      case (.header, .bytes(let value)): try Self.add(item, value, to: &headers)
      case (.parameter, .bytes(let value)):
        if !query.isEmpty { query.append(0x26) }
        query += Self.encoded(item.plainName) + [0x3d] + Self.encoded(value)
      default: items.append(item)
      }
    }
    firstOfContent = items.first?.word
    if items.contains(where: { $0.kind == .file }) {
      content = .form(try Self.form(items))
    } else {
      content = try Self.tree(items).map { .json($0) }
    }
  }

  /// Returns a URL with the query parameters of the request items appended to its query.
  func url(_ text: String) -> String {
    guard !query.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
    let head = bytes[..<end]
    let joint: [UInt8] =
      !head.contains(0x3f) ? [0x3f] : head.last == 0x3f || head.last == 0x26 ? [] : [0x26]
    return String(decoding: head + joint + query + bytes[end...], as: UTF8.self)
  }

  private static func add(
    _ item: RequestItem, _ value: [UInt8], to headers: inout HTTP.Fields
  ) throws(UsageError) {
    // A word that begins with two slashes is probably a further URL.
    if value.starts(with: "//".utf8) { throw .extraOperand("\(item.word)") }
    let isEmpty = item.word.bytes.last == 0x3b && value.isEmpty
    guard !item.name.isEmpty, isEmpty || !value.isEmpty else {
      throw .invalidItem(
        "\(item.word)", "type NAME:VALUE, or NAME; for a field with an empty value")
    }
    let name = HTTP.FieldName(try item.text())
    headers.append(
      name,
      HTTP.FieldValue(
        bytes: value[...].trimmed, isSensitive: Conversation.isSecret(name)))
  }

  /// Returns the JSON object or array that the request items define.
  private static func tree(_ items: [RequestItem]) throws(UsageError) -> ItemTree? {
    var root: ItemTree?
    for item in items {
      let steps = try item.steps()
      switch ItemTree.insert(try leaf(item), at: steps[...], into: &root) {
      case nil: continue
      case .taken: throw .invalidItem("\(item.word)", "the name of the item is repeated")
      case .mixed:
        throw .invalidItem(
          "\(item.word)", "the existing value of the name is not an \(container(steps))")
      }
    }
    return root
  }

  private static func container(_ steps: [RequestItem.Step]) -> String {
    if case .key? = steps.last { "object" } else { "array" }
  }

  private static func leaf(_ item: RequestItem) throws(UsageError) -> ItemTree {
    switch (item.kind, item.value) {
    case (.json, .file(let path)): return .file(path)
    case (_, .file(let path)): return .text(path)
    case (.json, .bytes(let bytes)):
      do throws(JSON.ParsingError) { _ = try JSON.Value(parsing: bytes) } catch {
        throw .invalidItem(
          "\(item.word)",
          "\(bytes.isEmpty ? "empty text" : "the value") is not valid JSON: \(error)")
      }
      return .json(bytes)
    case (_, .bytes(let bytes)):
      let text = try Arguments.text(of: Word(bytes: bytes))
      do throws(JSON.EncodingError) { return .json(try JSON.Value.string(text).bytes()) } catch {
        throw .invalidItem("\(item.word)", "\(error)")
      }
    }
  }

  /// Returns the form that the request items define. At least one of these items is a file.
  private static func form(_ items: [RequestItem]) throws(UsageError) -> FormContent {
    var fields: [FormContent.Field] = []
    for item in items {
      switch (item.kind, item.value) {
      case (.file, .bytes(let bytes)):
        guard !item.name.isEmpty, !bytes.isEmpty else {
          throw .invalidItem("\(item.word)", "type NAME@FILE")
        }
        let name = try item.text()
        guard let file = FormFile(bytes) else {
          throw .invalidItem("\(item.word)", FormFile.expected)
        }
        fields.append(.file(name: name, file))
      case (.text, .bytes(let bytes)):
        fields.append(
          .text(name: try item.text(), try Arguments.text(of: Word(bytes: bytes))))
      default:
        throw .invalidItem(
          "\(item.word)", "a request with NAME@FILE sends a form, which cannot contain a JSON value"
        )
      }
    }
    return FormContent(fields)
  }

  /// Returns a name or value in percent-encoded form for a query.
  ///
  ///     unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
  ///
  /// RFC 3986 section 2.3.
  private static func encoded(_ bytes: [UInt8]) -> [UInt8] {
    let plain = ByteSet.letters.union(.digits).union(ByteSet("-._~"))
    return bytes.flatMap { byte in
      plain.contains(byte) ? [byte] : [0x25] + Array(Hex.encode(byte).uppercased().utf8)
    }
  }
}
