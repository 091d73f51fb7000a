internal import ApusBytes
public import ApusHTTP
public import ApusSerialization

/// A source of responses for a downloader, such as a session.
///
/// A load throws an error soon after its task is cancelled.
public protocol ResponseLoader: Sendable {
  /// Sends a request and returns the response with its whole content.
  ///
  /// - Parameter request: The request to send.
  func load(_ request: HTTP.Request) async throws -> HTTP.Response

  /// Returns the identity that the loader's credentials give to a request. By default the identity
  /// is anonymous.
  ///
  /// A loader that adds credentials must implement this method. Downloaders with the same cache
  /// share images between requests with equal identities. The downloader calls the method before
  /// and after a load, so the method must be fast.
  ///
  /// - Parameter request: The request of the caller.
  func identity(of request: HTTP.Request) -> LoadIdentity

  /// Returns a request whose target is an absolute URL. By default the result is the request
  /// itself.
  ///
  /// A loader with a base URL resolves relative targets. The downloader shares downloads between
  /// requests with the same URL.
  ///
  /// - Parameter request: The request of the caller.
  func absolute(_ request: HTTP.Request) -> HTTP.Request
}

extension ResponseLoader {
  /// Returns the identity of a loader without credentials.
  ///
  /// - Parameter request: The request of the caller.
  public func identity(of request: HTTP.Request) -> LoadIdentity { .anonymous }

  /// Returns the request unchanged, because a loader without a base URL resolves no targets.
  ///
  /// - Parameter request: The request of the caller, which must have an absolute URL.
  public func absolute(_ request: HTTP.Request) -> HTTP.Request { request }
}

/// A downloaded or cached value, with its request and its response.
public struct Downloaded<Value: Sendable>: Sendable {
  /// The request of the caller that receives the value.
  public let request: HTTP.Request
  /// The server's response from which the value was made. The value is `nil` if the downloaded
  /// value was in the cache.
  public let response: HTTP.Response?
  /// The value that was downloaded, such as an image.
  public let value: Value

  /// Creates a downloaded value from a request, a response and a value.
  ///
  /// - Parameters:
  ///   - request: The request for the value.
  ///   - response: The response of the server. The value is `nil` for a cached value.
  ///   - value: The value that was made from the response.
  public init(request: HTTP.Request, response: HTTP.Response?, value: Value) {
    self.request = request
    self.response = response
    self.value = value
  }
}

/// A receipt for a request that shares a download. The receipt can cancel the request.
public struct DownloadReceipt: Hashable, Sendable {
  /// The name of the receipt, which is unique for each request. The caller can choose the name.
  public let id: String
  /// The number of the downloader that issued the receipt.
  let owner: Int
  let download: Int
  let number: Int
}

/// The reason why a download returned no value.
public enum DownloadError: Error, Sendable {
  /// The target of the request is not an absolute URL.
  case invalidURL(String)
  /// The request was cancelled, or the task that waited for the request was cancelled.
  case cancelled
  /// The serializer rejected the response, for example because of its status or its media type.
  case refused(ResponseSerializationError)
  /// The response has no content from which a value could be made.
  case noContent
  /// The loader threw an error instead of returning a response.
  case failed(any Error)

  /// The number of the error in Foundation's list of URL loading errors. The value is `nil` for
  /// other errors.
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
