internal import ApusBytes
internal import ApusConnections
internal import ApusHTTP

/// What a response makes of the request that it answers, if it asks for a redirect.
///
/// RFC 9110 section 15.4, and what browsers do: the Fetch standard, section 4.4.
struct RedirectRules {
  let policy: HTTPSession.RedirectPolicy
  /// The hosts that are asked over TLS alone, whatever a redirect says.
  var strictTransport: HTTPSession.StrictTransport?

  /// A request, and the URL that it goes to; boxed, because few calls come to one.
  final class Step: Sendable {
    let request: HTTP.Request
    let url: HTTP.URL

    init(request: HTTP.Request, url: HTTP.URL) {
      self.request = request
      self.url = url
    }
  }

  /// Finds the next request; nil where the response asks for none.
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

  /// Checks that a request may go from one URL to another, and leaves behind what belongs to the
  /// origin of the first, or of another that the fields were made for.
  func lead(
    _ request: inout HTTP.Request, from source: HTTP.URL, to destination: HTTP.URL,
    fieldsFrom owner: HTTP.URL? = nil
  ) throws(HTTPSessionError.RedirectFault) {
    let origin = destination.origin
    if source.scheme.isSecure, !origin.scheme.isSecure, !policy.allowsDowngrade {
      throw .downgrade(to: origin)
    }
    request.target = .url(destination)
    if origin != source.origin, !request.body.isEmpty, !policy.sendsContentToOtherOrigins {
      throw .contentToOtherOrigin(origin)
    }
    guard origin != (owner ?? source).origin else { return }
    request.headers = request.headers.forAnyOrigin(describingContent: !request.body.isEmpty)
  }

  /// Where a response leads; nil if it does not say.
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

  /// Whether a response has a status that asks for another URL; 300 leaves the choice to a person.
  static func mayRedirect(_ head: HTTP.ResponseHead) -> Bool {
    switch head.status.code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// Whether the next request has another method, and no content.
  private static func becomesGet(_ method: HTTP.Method, _ status: Int) -> Bool {
    switch status {
    case 301, 302: method == .post
    case 303: method != .get && method != .head
    default: false
    }
  }

  /// Whether a request asks for a connection that does not speak HTTP afterwards.
  private static func leavesHTTP(_ request: HTTP.Request) -> Bool {
    request.method == .connect || request.headers.contains(.upgrade)
  }
}

extension HTTP.Request {
  /// Removes the content, and the fields that describe it or say how it is sent.
  fileprivate mutating func dropContent() {
    body = .empty
    headers = HTTP.Fields(headers.filter { !$0.name.describesContent })
  }
}

extension HTTP.Fields {
  /// The fields that tell no origin more than another may know.
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
  /// Whether a field of this name means nothing without content.
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
