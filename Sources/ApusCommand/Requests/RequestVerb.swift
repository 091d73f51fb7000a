import ApusHTTP

/// What a server is asked to do, as a word of the command line.
protocol RequestVerb: Sendable {
  static var name: String { get }
  static var summary: String { get }
  static var method: HTTP.Method { get }
  /// Whether the request may have content.
  static var hasContent: Bool { get }
}

enum Get: RequestVerb {
  static let name = "get"
  static let summary = "asks for what a URL stands for"
  static let method = HTTP.Method.get
  static let hasContent = false
}

enum Head: RequestVerb {
  static let name = "head"
  static let summary = "asks what get would be told, and shows the head"
  static let method = HTTP.Method.head
  static let hasContent = false
}

enum Post: RequestVerb {
  static let name = "post"
  static let summary = "hands content over for processing"
  static let method = HTTP.Method.post
  static let hasContent = true
}

enum Put: RequestVerb {
  static let name = "put"
  static let summary = "replaces what a URL stands for"
  static let method = HTTP.Method.put
  static let hasContent = true
}

enum Patch: RequestVerb {
  static let name = "patch"
  static let summary = "changes a part of what a URL stands for"
  static let method = HTTP.Method.patch
  static let hasContent = true
}

enum Delete: RequestVerb {
  static let name = "delete"
  static let summary = "removes what a URL stands for"
  static let method = HTTP.Method.delete
  static let hasContent = true
}
