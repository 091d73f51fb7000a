internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP

/// The rules that determine the next request after a redirect response.
///
/// RFC 9110 section 15.4, and the practice of browsers: the Fetch standard, section 4.4.
struct RedirectRules {
  let policy: HTTPSession.RedirectPolicy
  /// The hosts that require TLS (HSTS), even after a redirect.
  var strictTransport: HTTPSession.StrictTransport?

  /// The next request after a redirect and its URL, stored in an object because few calls have
  /// redirects.
  final class Step: Sendable {
    let request: HTTP.Request
    let url: HTTP.URL

    init(request: HTTP.Request, url: HTTP.URL) {
      self.request = request
      self.url = url
    }
  }

  /// Returns the next request after a response, or `nil` if the response is not a redirect.
  func next(
    after head: HTTP.ResponseHead, to request: HTTP.Request, at url: HTTP.URL, count: Int
  ) throws(HTTPSessionError.RedirectFault) -> Step? {
    guard Self.mayRedirect(head), policy.limit > 0,
      request.options.followsRedirects ?? true, !Self.leavesHTTP(request),
      let destination = try destination(head, from: url)
    else { return nil }
    guard count < policy.limit else { throw .tooMany(limit: policy.limit) }
    var next = request
    if Self.becomesGet(request.method, head.status.code) {
      next.method = .get
      next.dropContent()
    }
    try lead(&next, from: url, to: destination)
    return Step(request: next, url: destination)
  }

  /// Checks that a request may be redirected from one URL to another URL.
  ///
  /// The function removes the fields that are meant only for the origin of the first URL or for
  /// another origin.
  func lead(
    _ request: inout HTTP.Request, from source: HTTP.URL, to destination: HTTP.URL,
    fieldsFrom owner: HTTP.URL? = nil
  ) throws(HTTPSessionError.RedirectFault) {
    let origin = destination.origin
    if source.scheme.isSecure, !origin.scheme.isSecure, !policy.allowsDowngrade {
      throw .downgrade(to: origin)
    }
    request.target = .url(destination)
    try checkContent(of: request, from: source, to: destination)
    guard origin != (owner ?? source).origin else { return }
    request.headers = request.headers.forAnyOrigin(describingContent: !request.body.isEmpty)
  }

  /// Checks that the content of a request may be sent to the origin of a URL.
  func checkContent(
    of request: HTTP.Request, from source: HTTP.URL, to destination: HTTP.URL
  ) throws(HTTPSessionError.RedirectFault) {
    guard destination.origin != source.origin, !request.body.isEmpty,
      !policy.sendsContentToOtherOrigins
    else { return }
    throw .contentToOtherOrigin(destination.origin)
  }

  /// Returns the URL of a redirect, or `nil` if the response has no `Location` field.
  private func destination(
    _ head: HTTP.ResponseHead, from url: HTTP.URL
  ) throws(HTTPSessionError.RedirectFault) -> HTTP.URL? {
    let values = head.fields.values(of: .location)
    guard let value = values.first else { return nil }
    guard values.allSatisfy({ $0 == value }) else { throw .severalLocations }
    do throws(HTTP.InvalidURL) {
      let reference = try HTTP.Reference(value.bytes.span)
      let place = try url.resolving(reference).inheritingFragment(of: url)
      return try strictTransport?.upgraded(place) ?? place
    } catch {
      throw .location(error)
    }
  }

  /// Returns whether a response has a redirect status, except for 300, which leaves the choice to
  /// the user.
  static func mayRedirect(_ head: HTTP.ResponseHead) -> Bool {
    switch head.status.code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// Returns whether a redirect changes the method of the request to GET and removes its content.
  private static func becomesGet(_ method: HTTP.Method, _ status: Int) -> Bool {
    switch status {
    case 301, 302: method == .post
    case 303: method != .get && method != .head
    default: false
    }
  }

  /// Returns whether a request is for a connection that switches from HTTP to another protocol.
  private static func leavesHTTP(_ request: HTTP.Request) -> Bool {
    request.method == .connect || request.headers.contains(.upgrade)
  }
}

extension HTTP.Request {
  /// Removes the request content, and the fields that describe the content or its transfer.
  fileprivate mutating func dropContent() {
    body = .empty
    headers = HTTP.Fields(headers.filter { !$0.name.describesContent })
  }
}

extension HTTP.Fields {
  /// Returns the header fields that may be sent to any origin.
  fileprivate func forAnyOrigin(describingContent: Bool) -> HTTP.Fields {
    HTTP.Fields(
      filter { field in
        if field.value.isSensitive { return false }
        if field.name == .range || field.name == .ifRange { return true }
        return field.name.goesToEveryOrigin
          || describingContent && Self.content.contains(field.name)
      })
  }

  private static let content: Set<HTTP.FieldName> = [
    .contentType, .contentEncoding, .contentLanguage, "Content-Digest", "Repr-Digest",
  ]
}

extension HTTP.FieldName {
  /// A Boolean value that indicates whether a header field with this name describes the request
  /// content.
  fileprivate var describesContent: Bool {
    let octets = Array(text.utf8)
    let name = octets.span
    let begins = name.count > 8 && ASCII.equalsIgnoringCase(name.extracting(..<8), "content-")
    return begins || Self.ofContent.contains(self)
  }

  private static let ofContent: Set<HTTP.FieldName> = [
    .transferEncoding, .trailer, .expect, "Digest", "Repr-Digest",
  ]
}
