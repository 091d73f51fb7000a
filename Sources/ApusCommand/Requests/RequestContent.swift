import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization

/// The request content from the options `--data`, `--json` and `--form` or from items after the
/// URL.
struct RequestContent {
  private enum Source {
    case text([UInt8])
    case file(FilePath)
    case jsonFile(FilePath)
    case form(FormContent)
    case items(ItemTree)
  }

  static let options = [
    Option(
      "data", letter: "d", takes: "TEXT|@FILE|@-",
      "sends the text or the file as the content of the request; -d: with the media "
        + "type of a form"),
    Option("json", takes: "TEXT|@FILE|@-", "sends this JSON as the content of the request"),
    Option(
      "form", takes: "NAME=VALUE|NAME@FILE", isRepeatable: true,
      "sends a form with this field or file; a form with a file is multipart"),
  ]

  static let details = [
    "NAME=TEXT and NAME:=JSON after the URL are members of the JSON object that the request",
    "sends. The value @FILE is read from a file. NAME[KEY]=TEXT and NAME[]=TEXT are members",
    "of nested objects and arrays. NAME@FILE after the URL sends a multipart form instead of",
    "JSON. A file name in a form can be followed by ;type=MEDIA/TYPE and ;filename=NAME. The",
    "file name - is standard input.",
  ]

  private let source: Source
  /// A Boolean value that indicates whether the request content is JSON.
  let isJSON: Bool

  /// Creates the request content from the arguments. The result is `nil` if the arguments contain
  /// no content.
  init?(_ arguments: Arguments, items: RequestItems) throws(UsageError) {
    let text = arguments.words("data").last
    let json = arguments.words("json").last
    let form = try FormContent(arguments.words("form"))
    let given = ["data", "json", "form"].filter { arguments.has($0) }
    if given.count > 1 { throw .contradiction(given[0], given[1]) }
    if let first = given.first, let item = items.firstOfContent {
      throw .invalidItem("\(item)", "the option --\(first) already sets the content of the request")
    }
    switch items.content {
    case .json(let tree): (source, isJSON) = (.items(tree), true)
    case .form(let form): (source, isJSON) = (.form(form), false)
    case nil:
      isJSON = json != nil
      if let form {
        source = .form(form)
      } else if let value = text ?? json {
        source = try Self.source(value, isJSON: json != nil)
      } else {
        return nil
      }
    }
  }

  private static func source(_ value: Word, isJSON: Bool) throws(UsageError) -> Source {
    if value.bytes.first == 0x40 {
      let path = FilePath(bytes: Array(value.bytes.dropFirst()))
      let option = isJSON ? "json" : "data"
      guard !path.bytes.isEmpty else {
        throw .invalidValue("@", option: option, expected: "@FILE, or @- for standard input")
      }
      return isJSON ? .jsonFile(path) : .file(path)
    }
    guard isJSON else { return .text(value.bytes) }
    do throws(JSON.ParsingError) { _ = try JSON.Value(parsing: value.bytes) } catch {
      throw .invalidValue(
        "\(value)", option: "json", expected: "valid JSON; this text is not valid JSON: \(error)")
    }
    return .text(value.bytes)
  }

  /// A Boolean value that indicates whether the request content is read from standard input.
  var usesStandardInput: Bool {
    switch source {
    case .file("-"), .jsonFile("-"): true
    case .text, .file, .jsonFile: false
    case .form(let form): form.usesStandardInput
    case .items(let tree): tree.usesStandardInput
    }
  }

  /// Returns the request body. A file is read before the request only if the file must contain
  /// JSON.
  ///
  /// - Parameter type: The media type that the user names.
  func body(
    on loop: EventLoop, until deadline: Deadline, as type: HTTP.MediaType?
  ) async throws -> HTTP.Body {
    let files = FileBody(loop: loop, deadline: deadline)
    switch source {
    case .text(let bytes): return .bytes(bytes)
    case .file(let path): return try await files.any(path)
    case .form(let form): return try await form.body(files, as: type)
    case .items(let tree): return .bytes(try await tree.bytes(files))
    case .jsonFile(let path): return .bytes(try await ItemTree.file(path).bytes(files))
    }
  }
}

extension RequestContent {
  /// Returns the options of curl for the request content without secrets.
  ///
  /// - Parameter bytes: The bytes of the content if they are available.
  func curlWords(_ bytes: [UInt8]?) -> [String] {
    switch source {
    case .file(let path), .jsonFile(let path): return ["--data-binary", "@\(path)"]
    case .form(let form) where bytes == nil: return form.curlWords
    case .text, .items, .form:
      guard let text = bytes.flatMap({ MaskedContent.text($0) }) else {
        return ["--data-raw", "<\(bytes?.count ?? 0) bytes>"]
      }
      return ["--data-raw", text]
    }
  }
}
