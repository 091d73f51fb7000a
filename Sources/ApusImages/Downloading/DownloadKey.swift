public import ApusHTTP
internal import Synchronization

/// The facts of a request that must be equal for sharing a download.
///
/// These are the URL, the options except for the priority, the chosen fields, and the identity: the
/// credentials, the sensitive fields, and the additions of the loader. Secrets are kept as a
/// digest. The key of a request other than a GET of a whole resource without content is unique, and
/// so is the key of a request with an unknown identity.
///
/// AFNetworking shares by the URL alone, and gives one request the response to another's POST.
public struct DownloadKey: Hashable, Sendable {
  private let url: String
  private let options: HTTP.RequestOptions
  private let credentials: String
  /// The digest of the chosen fields and of the loader's identity: a cache's identifier besides.
  let variant: String?
  /// Zero for a request that shares; different for all others.
  private let number: Int

  /// Creates the key of a request for a loader that adds no credentials.
  ///
  /// - Parameters:
  ///   - request: The request; the key is nil if its target is not an absolute URL.
  ///   - names: The fields that make responses differ, such as `Accept`.
  public init?(_ request: HTTP.Request, varyingBy names: [HTTP.FieldName] = []) {
    self.init(request, varyingBy: names, sentAs: .anonymous)
  }

  /// Creates the key of a request that a loader sends with an identity.
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

/// The number of unique keys so far.
private let soleKeys = Atomic<Int>(0)
