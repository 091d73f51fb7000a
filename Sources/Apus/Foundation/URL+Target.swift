public import ApusHTTP
public import ApusSession
public import FoundationEssentials

extension FoundationEssentials.URL: HTTPSession.Target {
  public var httpTarget: String { absoluteString }
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
