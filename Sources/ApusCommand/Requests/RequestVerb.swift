import ApusBytes
import ApusHTTP

/// An HTTP method that has its own command of the tool.
protocol RequestVerb: Sendable {
  static var name: String { get }
  static var summary: String { get }
  static var examples: [String] { get }
  /// The HTTP method of the command, or `nil` if the command line names the method.
  static var method: HTTP.Method? { get }
  /// A Boolean value that indicates whether the request may have content.
  static var hasContent: Bool { get }
  /// The operands of the command in the form of the help text.
  static var operands: String { get }
  /// The options that only this command accepts.
  static var options: [Option] { get }

  /// Returns the HTTP method of the command. If an operand names the method, the function removes
  /// this operand.
  static func method(
    _ arguments: Arguments, _ operands: inout [Word]
  ) throws(UsageError) -> HTTP.Method
}

extension RequestVerb {
  static var operands: String {
    hasContent ? "URL [NAME=TEXT|NAME:=JSON…]" : "URL… [NAME==TEXT|NAME:VALUE…]"
  }
  static var options: [Option] { [] }

  static func method(
    _ arguments: Arguments, _ operands: inout [Word]
  ) throws(UsageError) -> HTTP.Method {
    method ?? .get
  }
}

enum Get: RequestVerb {
  static let name = "get"
  static let summary = "sends a GET request, and shows the content of the response"
  static let examples = [
    "apus get https://api.example.com/users/7",
    "apus get https://example.com/today.tar --output today.tar",
  ]
  static let method: HTTP.Method? = .get
  static let hasContent = false
}

enum Head: RequestVerb {
  static let name = "head"
  static let summary = "sends a HEAD request, and shows the header fields of the response"
  static let examples = [
    "apus head https://example.com/",
    "apus head https://example.com/today.tar --verbose",
  ]
  static let method: HTTP.Method? = .head
  static let hasContent = false
}

enum Post: RequestVerb {
  static let name = "post"
  static let summary = "sends a POST request with JSON, a form or other content"
  static let examples = [
    "apus post https://api.example.com/users name=Ada age:=36",
    "apus post https://example.com/photos --form file@photo.png",
  ]
  static let method: HTTP.Method? = .post
  static let hasContent = true
}

enum Put: RequestVerb {
  static let name = "put"
  static let summary = "sends a PUT request to create or replace a resource"
  static let examples = [
    "apus put https://files.example.com/today.tar --data @today.tar",
    "apus put https://api.example.com/users/7 --json '{\"name\": \"Ada\"}'",
  ]
  static let method: HTTP.Method? = .put
  static let hasContent = true
}

enum Patch: RequestVerb {
  static let name = "patch"
  static let summary = "sends a PATCH request to change a resource"
  static let examples = [
    "apus patch https://api.example.com/users/7 name=Ada",
    "apus patch https://api.example.com/users/7 --json @change.json",
  ]
  static let method: HTTP.Method? = .patch
  static let hasContent = true
}

enum Delete: RequestVerb {
  static let name = "delete"
  static let summary = "sends a DELETE request to remove a resource"
  static let examples = [
    "apus delete https://api.example.com/users/7",
    "apus delete https://api.example.com/users/7 --header 'If-Match: \"5\"'",
  ]
  static let method: HTTP.Method? = .delete
  static let hasContent = true
}

enum Options: RequestVerb {
  static let name = "options"
  static let summary = "sends an OPTIONS request, which returns the allowed request methods"
  static let examples = [
    "apus options https://api.example.com/users --include",
    "apus options https://api.example.com/ Origin:https://a.example",
  ]
  static let method: HTTP.Method? = .options
  static let hasContent = false
}

/// The command `apus request METHOD URL`, which sends a request with any method.
enum AnyMethod: RequestVerb {
  static let name = "request"
  static let summary = "sends a request with any request method"
  static let examples = [
    "apus request PROPFIND https://dav.example.com/ Depth:1",
    "apus request REPORT https://dav.example.com/ --data @report.xml",
  ]
  static let method: HTTP.Method? = nil
  static let hasContent = true
  static let operands = "METHOD URL [NAME=TEXT|NAME:=JSON…]"

  static func method(
    _ arguments: Arguments, _ operands: inout [Word]
  ) throws(UsageError) -> HTTP.Method {
    guard let word = operands.first else { throw .missingOperand("METHOD URL") }
    operands.removeFirst()
    return try read(word)
  }

  /// Parses an HTTP method that a request may have.
  ///
  ///     method = token
  ///
  /// RFC 9110 sections 5.6.2 and 9.1.
  static func read(_ word: Word) throws(UsageError) -> HTTP.Method {
    let token = ByteSet.letters.union(.digits).union(ByteSet("!#$%&'*+-.^_`|~"))
    guard 1...64 ~= word.bytes.count, word.bytes.allSatisfy({ token.contains($0) }),
      let name = word.text, name != "CONNECT"
    else { throw .invalidMethod("\(word)") }
    return HTTP.Method(name)
  }
}

/// The command line `apus URL`, which sends a request in the style of curl.
enum UnnamedCommand: RequestVerb {
  static let name = "URL"
  static let summary = "sends a GET request, or a POST request if there is content"
  static let examples = [
    "apus https://api.example.com/users/7 -H 'Accept: text/csv' -o users.csv",
    "apus -X PUT -d @today.tar https://files.example.com/today.tar",
  ]
  static let method: HTTP.Method? = nil
  static let hasContent = true
  static let operands = "[NAME=TEXT|NAME:=JSON…]"
  static let options = [
    Option(
      "method", letter: "X", takes: "METHOD",
      "the request method; GET by default, or POST if there is content")
  ]

  static func method(
    _ arguments: Arguments, _ operands: inout [Word]
  ) throws(UsageError) -> HTTP.Method {
    if let word = arguments.words("method").last { return try AnyMethod.read(word) }
    if ["data", "json", "form"].contains(where: { arguments.has($0) }) { return .post }
    let items = try RequestItems(Array(operands.dropFirst()))
    return items.content == nil ? .get : .post
  }
}
