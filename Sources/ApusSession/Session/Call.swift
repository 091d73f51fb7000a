internal import ApusHTTP
internal import ApusNet

/// A request whose target is known, with all that is needed to send it.
///
/// It is handed from step to step, which is why it lies apart.
final class Call: Sendable {
  /// The request as it was made.
  let request: HTTP.Request
  /// Where its target leads.
  let url: HTTP.URL
  let destination: HTTP.Destination
  let key: PoolKey
  let route: HTTP.Route
  let fields: HTTP.Fields
  let bounds: Bounds
  /// Whether the session has asked for codings, which it then undoes.
  let decodes: Bool

  /// Resolves a request against a session's base, and adds the session's fields to it.
  init(_ request: HTTP.Request, _ preset: Preset) throws(HTTPSessionError) {
    let reference: HTTP.Reference
    do throws(HTTP.InvalidURL) {
      reference = try HTTP.Reference(request.target)
      if let base = preset.base {
        url = try base.resolving(reference)
      } else {
        url = try HTTP.URL(reference)
      }
    } catch {
      throw HTTPSessionError(.url(error), request: request)
    }
    self.request = request
    (fields, decodes) = preset.fields(of: request)
    destination = HTTP.Destination(url)
    // What names no server asks that of the base.
    let isOfBase = reference.scheme == nil && reference.authority == nil
    key = (isOfBase ? preset.key : nil) ?? PoolKey(url.origin)
    route = request.method == .connect ? .connect : .direct
    bounds = Bounds(preset.timeouts, request.options)
  }

  /// The request with its whole URL as target.
  var whole: HTTP.Request {
    var request = request
    request.target = url.description
    return request
  }
}
