public import ApusHTTP
internal import Synchronization

/// The key of a download request. Two requests share a download only if their keys are equal.
///
/// The key consists of the URL, the options without the priority, the chosen fields and the
/// identity. The identity covers the credentials, the sensitive fields, and the values that the
/// loader adds. The key contains only a digest of secrets. A request has a unique key unless it is
/// a GET request that has no content and requests a whole resource. A request with an unknown
/// identity also has a unique key.
///
/// AFNetworking shares downloads by the URL alone, so a request may receive the response to a POST
/// request of a different caller.
public struct DownloadKey: Hashable, Sendable {
  private let url: String
  private let options: HTTP.RequestOptions
  private let credentials: String
  /// The digest of the chosen request fields and of the loader's identity, which is a part of the
  /// cache identifier.
  let variant: String?
  /// The number of a unique download key. The value is zero for a key that requests may share.
  private let number: Int

  /// Creates the download key of a request for a loader that adds no credentials.
  ///
  /// - Parameters:
  ///   - request: The request. The key is `nil` if the request target is not an absolute URL.
  ///   - names: The names of the request fields that affect the response, such as `Accept`.
  public init?(_ request: HTTP.Request, varyingBy names: [HTTP.FieldName] = []) {
    self.init(request, varyingBy: names, sentAs: .anonymous)
  }

  /// Creates the download key of a request for a loader that adds credentials.
  init?(_ request: HTTP.Request, varyingBy names: [HTTP.FieldName], sentAs identity: LoadIdentity) {
    guard let url = try? HTTP.URL(request.target.text) else { return nil }
    self.url = url.description
    var options = request.options
    options.priority = nil
    if options.cachePolicy == .standard { options.cachePolicy = nil }
    self.options = options
    let credentials = RequestDigest.credentials(in: request.headers)
    var added: String?
    if case .known(let values) = identity { added = RequestDigest.secret(values) }
    self.credentials = credentials ?? ""
    let parts = [RequestDigest.fields(names, in: request.headers), added ?? ""]
    variant = parts.allSatisfy(\.isEmpty) ? nil : parts.joined(separator: ".")
    let isShared = request.isShareable && credentials != nil && added != nil
    number = isShared ? 0 : soleKeys.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// A Boolean value that indicates whether requests may share the download and the cached value.
  var isShared: Bool { number == 0 }
}

/// The number of unique download keys that were created.
private let soleKeys = Atomic<Int>(0)

/// The credentials that a loader adds to a request, in addition to the credentials in the request's
/// fields.
///
/// Two requests share a download or a cached value only if their identities are equal.
public enum LoadIdentity: Hashable, Sendable {
  /// The loader adds credentials that these values identify. Equal identities have equal values,
  /// and the values may be secrets.
  ///
  /// The downloader stores only a digest of the values, with a key that only this process has.
  case known([[UInt8]])
  /// The loader determines its credentials only when it sends the request. The request is neither
  /// shared nor cached.
  case unknown

  /// The identity of a loader that adds no credentials.
  public static let anonymous = LoadIdentity.known([])
}
