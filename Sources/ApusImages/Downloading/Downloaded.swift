internal import ApusBytes
public import ApusHTTP
public import ApusSerialization

/// A source of responses for a downloader, such as a session.
///
/// A load whose task is cancelled throws soon.
public protocol ResponseLoader: Sendable {
  /// Sends a request and returns the response with its whole content.
  ///
  /// - Parameter request: The request to send.
  func load(_ request: HTTP.Request) async throws -> HTTP.Response

  /// Returns the identity that the loader adds to a request; by default it is anonymous.
  ///
  /// A loader that adds credentials must implement this: downloaders with one cache share images
  /// between requests of equal identity. It is called before and after a load, and must be quick.
  ///
  /// - Parameter request: The request as the caller made it.
  func identity(of request: HTTP.Request) -> LoadIdentity

  /// Returns a request whose target is an absolute URL; by default the request itself.
  ///
  /// A loader with a base resolves relative targets. Requests of the same URL are merged.
  ///
  /// - Parameter request: The request of the program.
  func absolute(_ request: HTTP.Request) -> HTTP.Request
}

extension ResponseLoader {
  /// Returns the anonymous identity.
  ///
  /// - Parameter request: The request as the caller made it.
  public func identity(of request: HTTP.Request) -> LoadIdentity { .anonymous }

  /// Returns the request itself.
  ///
  /// - Parameter request: The request of the program, which must have a whole URL.
  public func absolute(_ request: HTTP.Request) -> HTTP.Request { request }
}

/// A value that was downloaded, or found in the cache.
public struct Downloaded<Value: Sendable>: Sendable {
  /// The request of the caller who gets this.
  public let request: HTTP.Request
  /// The response; nil where the value was in the cache.
  public let response: HTTP.Response?
  /// The value.
  public let value: Value

  /// Creates a value with its origin.
  ///
  /// - Parameters:
  ///   - request: The request of the value.
  ///   - response: The response; nil for a value of the cache.
  ///   - value: The value that was made of the response.
  public init(request: HTTP.Request, response: HTTP.Response?, value: Value) {
    self.request = request
    self.response = response
    self.value = value
  }
}

/// A proof that a request shares in a download; it cancels the request.
public struct DownloadReceipt: Hashable, Sendable {
  /// The name that the caller gave, or one made of numbers.
  public let id: String
  /// The number of the downloader that gave it.
  let owner: Int
  let download: Int
  let number: Int
}

/// The reason for a missing value.
public enum DownloadError: Error, Sendable {
  /// The target of the request is not an absolute URL.
  case invalidURL(String)
  /// The request was cancelled, or the task that waited for it.
  case cancelled
  /// The response is not acceptable, or not of the expected form.
  case refused(ResponseSerializationError)
  /// The response has no content.
  case noContent
  /// No response came.
  case failed(any Error)

  /// The number of the error among the URL loading errors; nil for other errors.
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

extension DownloadError: CustomStringConvertible {
  /// The reason for the missing value in one line; a URL is shown without its query values.
  public var description: String {
    switch self {
    case .invalidURL(let text):
      "the image cannot be downloaded, because the target is not an absolute URL: "
        + ForeignText.escaped(HTTP.Target.reference(text).redacted.utf8, limit: 256)
    case .cancelled: "the download of the image was cancelled"
    case .refused(let error): "the response to the image request was rejected: \(error)"
    case .noContent: "the response to the image request has no content"
    case .failed(let error): "the download of the image failed: \(error)"
    }
  }
}
