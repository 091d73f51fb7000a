internal import ApusHTTP
internal import ApusNet

/// A request whose target is known, with all that is needed for one attempt to send it.
///
/// What the session adds is merged in here, where the origin is known. It is passed from step to
/// step, which is why it is boxed.
final class PreparedRequest: Sendable {
  /// The request as it was made, or as it was made anew for a later attempt.
  let request: HTTP.Request
  /// Where its target leads.
  let url: HTTP.URL
  let destination: HTTP.Destination
  let key: PoolKey
  let route: HTTP.Route
  let fields: HTTP.Fields
  /// Whether the session has asked for codings, which it then undoes.
  let decodes: Bool

  /// Resolves a request against a session's base, and adds the session's fields to it.
  init(_ request: HTTP.Request, _ defaults: RequestDefaults) throws(HTTPSessionError) {
    let isOfBase: Bool
    do throws(HTTP.InvalidURL) {
      try request.target.check()
      (url, isOfBase) = try defaults.resolve(request.target.text)
    } catch {
      throw HTTPSessionError(.url(error), request: request)
    }
    self.request = request
    (fields, decodes) = defaults.fields(of: request, isOwn: isOfBase || defaults.owns(url.origin))
    destination = HTTP.Destination(url)
    do throws(HTTPSessionError.Reason) {
      key = try defaults.key(for: url, isOfBase: isOfBase)
    } catch {
      throw HTTPSessionError(error, request: request)
    }
    route = request.method == .connect ? .connect : .direct
  }

  /// The request with its whole URL as target.
  var whole: HTTP.Request {
    var request = request
    request.target = .url(url)
    return request
  }
}
