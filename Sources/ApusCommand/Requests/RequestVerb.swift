import ApusHTTP

/// What a server is asked to do, as a word of the command line.
protocol RequestVerb: Sendable {
  static var name: String { get }
  static var summary: String { get }
  static var examples: [String] { get }
  static var method: HTTP.Method { get }
  /// Whether the request may have content.
  static var hasContent: Bool { get }
}

enum Get: RequestVerb {
  static let name = "get"
  static let summary = "sends a GET request, and shows the content of the answer"
  static let examples = [
    "apus get https://api.example.com/users/7",
    "apus get https://example.com/today.tar --output today.tar",
  ]
  static let method = HTTP.Method.get
  static let hasContent = false
}

enum Head: RequestVerb {
  static let name = "head"
  static let summary = "sends a HEAD request, and shows the head of the answer"
  static let examples = [
    "apus head https://example.com/",
    "apus head https://example.com/today.tar --verbose",
  ]
  static let method = HTTP.Method.head
  static let hasContent = false
}

enum Post: RequestVerb {
  static let name = "post"
  static let summary = "sends a POST request with content, JSON or a form"
  static let examples = [
    "apus post https://api.example.com/users name=Ada age:=36",
    "apus post https://example.com/photos --form file@photo.png",
  ]
  static let method = HTTP.Method.post
  static let hasContent = true
}

enum Put: RequestVerb {
  static let name = "put"
  static let summary = "sends a PUT request: replaces what is at the URL"
  static let examples = [
    "apus put https://files.example.com/today.tar --data @today.tar",
    "apus put https://api.example.com/users/7 --json '{\"name\": \"Ada\"}'",
  ]
  static let method = HTTP.Method.put
  static let hasContent = true
}

enum Patch: RequestVerb {
  static let name = "patch"
  static let summary = "sends a PATCH request: changes a part of what is at the URL"
  static let examples = [
    "apus patch https://api.example.com/users/7 name=Ada",
    "apus patch https://api.example.com/users/7 --json @change.json",
  ]
  static let method = HTTP.Method.patch
  static let hasContent = true
}

enum Delete: RequestVerb {
  static let name = "delete"
  static let summary = "sends a DELETE request: removes what is at the URL"
  static let examples = [
    "apus delete https://api.example.com/users/7",
    "apus delete https://api.example.com/users/7 --header 'If-Match: \"5\"'",
  ]
  static let method = HTTP.Method.delete
  static let hasContent = true
}
