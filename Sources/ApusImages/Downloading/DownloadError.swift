public import ApusSerialization

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
