public import ApusHTTP
public import FoundationEssentials

extension HTTP.Target {
  /// Makes a target of a URL of Foundation's.
  public static func url(_ url: FoundationEssentials.URL) -> HTTP.Target {
    .reference(url.absoluteString)
  }
}

extension FoundationEssentials.URL {
  /// A checked URL as Foundation has it.
  public init?(_ url: HTTP.URL) { self.init(string: url.description) }
}

extension HTTP.URL {
  /// Checks a URL of Foundation's.
  public init(_ url: FoundationEssentials.URL) throws(HTTP.InvalidURL) {
    try self.init(url.absoluteString)
  }
}
