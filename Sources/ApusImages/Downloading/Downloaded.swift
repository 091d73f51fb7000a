public import ApusHTTP
public import ApusSerialization

/// Loads responses: what a downloader stands on.
///
/// A session is one; tests have others. A load that is cancelled, as its task is, throws soon.
public protocol ResponseLoader: Sendable {
  /// Sends a request and returns the response with its whole content.
  func load(_ request: HTTP.Request) async throws -> HTTP.Response
}

/// A value that was downloaded, or found in the cache.
public struct Downloaded<Value: Sendable>: Sendable {
  /// The request of the caller who gets this.
  public let request: HTTP.Request
  /// The response; nil where the value was in the cache.
  public let response: HTTP.Response?
  /// The value.
  public let value: Value

  /// Creates a value with where it comes from.
  public init(request: HTTP.Request, response: HTTP.Response?, value: Value) {
    self.request = request
    self.response = response
    self.value = value
  }
}

/// Proof that a request shares in a download, by which it is taken back.
public struct DownloadReceipt: Hashable, Sendable {
  /// The name that the caller gave, or one made of numbers.
  public let id: String
  let download: Int
  let number: Int
}

/// Why there is no value.
public enum DownloadError: Error, Sendable {
  /// The target of the request is no absolute URL.
  case invalidURL(String)
  /// The receipt was taken back, or the task that waited was cancelled.
  case cancelled
  /// The response is not acceptable, or not what it should be.
  case refused(ResponseSerializationError)
  /// The response has no content.
  case noContent
  /// No response came.
  case failed(any Error)

  /// The number that the error has among those of URL loading; nil where it is another's error.
  public var number: Int? {
    switch self {
    case .invalidURL: -1000
    case .cancelled: -999
    case .refused(let error): error.number
    case .noContent: -1014
    case .failed: nil
    }
  }
}
