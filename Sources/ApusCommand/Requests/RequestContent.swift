import ApusBytes
import ApusHTTP
import ApusNet
import ApusSerialization

/// What `--data`, `--json`, `--form` or items behind the URL say is the content of a request.
struct RequestContent {
  private enum Source {
    case text([UInt8])
    case file(FilePath)
    case jsonFile(FilePath)
    case form(FormContent)
  }

  static let options = [
    Option("data", takes: "TEXT|@FILE|@-", "what is sent; a file, or standard input, is streamed"),
    Option("json", takes: "TEXT|@FILE|@-", "the same as JSON, which it is called and must be"),
    Option(
      "form", takes: "NAME=VALUE|NAME@FILE", isRepeatable: true,
      "a field of a form; with a file the form is multipart"),
  ]

  static let details = [
    "NAME=TEXT and NAME:=JSON behind the URL are the members of a JSON object that is sent."
  ]

  private let source: Source
  /// Whether the content is JSON.
  let isJSON: Bool

  /// What the arguments ask for; nil where there is no content.
  init?(_ arguments: Arguments, items: [Word]) throws(UsageError) {
    let text = arguments.words("data").last
    let json = arguments.words("json").last
    let form = try FormContent(arguments.words("form"))
    let object = try RequestItem.object(items)
    let given = ["data", "json", "form"].filter { arguments.has($0) }
    if given.count > 1 { throw .contradiction(given[0], given[1]) }
    if let first = given.first, let item = items.first {
      throw .invalidItem("\(item)", "--\(first) says what is sent already")
    }
    isJSON = json != nil || object != nil
    if let form {
      source = .form(form)
    } else if let object {
      source = .text(object)
    } else if let value = text ?? json {
      source = try Self.source(value, isJSON: json != nil)
    } else {
      return nil
    }
  }

  private static func source(_ value: Word, isJSON: Bool) throws(UsageError) -> Source {
    if value.bytes.first == 0x40 {
      let path = FilePath(bytes: Array(value.bytes.dropFirst()))
      return isJSON ? .jsonFile(path) : .file(path)
    }
    guard isJSON else { return .text(value.bytes) }
    do throws(JSONError) { _ = try JSONValue(parsing: value.bytes) } catch {
      throw .invalidValue(
        "\(value)", option: "json", expected: "JSON, which this is not: \(error)")
    }
    return .text(value.bytes)
  }

  /// The content; of a file nothing has been read unless it must be JSON.
  func body(on loop: EventLoop, until deadline: Deadline) async throws -> HTTP.Body {
    let files = FileBody(loop: loop, deadline: deadline)
    switch source {
    case .text(let bytes): return .bytes(bytes)
    case .file(let path): return try await files.any(path)
    case .form(let form): return try await form.body(files)
    case .jsonFile(let path):
      let bytes = try await files.contents(path)
      do throws(JSONError) { _ = try JSONValue(parsing: bytes) } catch {
        throw UsageError.notJSON(Console.shown(path), "\(error)")
      }
      return .bytes(bytes)
    }
  }
}
