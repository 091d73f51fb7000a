public import ApusHTTP

/// What requests must have in common to share a download: the URL, the method, and chosen fields.
///
/// AFNetworking shares by the URL alone, and would give one the answer to the other's POST.
public struct DownloadKey: Hashable, Sendable {
  private let method: String
  private let url: String
  private let fields: [String]

  /// The key of a request; nil if its target is no absolute URL.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - names: The fields that make answers differ, such as `Accept`.
  public init?(_ request: HTTP.Request, varyingBy names: [HTTP.FieldName] = []) {
    guard let url = try? HTTP.URL(request.target.text) else { return nil }
    method = request.method.description
    self.url = url.description
    fields = names.map { request.headers[$0]?.text ?? "" }
  }
}
