extension Caching {
  /// The cache's decision about a response that was received from the server.
  public enum Verdict: Sendable, Equatable {
    /// Delivers the response to the caller and stores the response as this cache entry.
    case store(Entry)
    /// Delivers the response without storing it, for the given reason. The flag indicates whether
    /// the stored response is now invalid.
    case deliver(Refusal, discardsStored: Bool)
    /// Serves the stored content with this updated cache entry after a successful validation.
    case validated(Entry)
    /// Sends the request again without a condition, because the `304` response does not match the
    /// stored response.
    ///
    /// RFC 9111 section 4.3.4.
    case fetchAgain
    /// Serves the stored response although it is stale, because the server fails.
    case saved
    /// Delivers the response to `HEAD` and updates the stored response.
    ///
    /// RFC 9111 section 4.3.5.
    case refresh(Entry)
  }

  /// The reason why the cache does not store a response.
  public enum Refusal: String, Sendable, Equatable, CaseIterable {
    /// The cache is disabled for the request.
    case bypass
    /// The cache does not store responses to the request's method.
    case method
    /// The response status is not cacheable, or the response requires a cache that understands the
    /// status.
    case status
    /// The server or the caller sent `no-store` or an unreadable cache directive.
    case noStore = "no-store"
    /// The response is private to one user, and the cache is shared by several users.
    case isPrivate = "private"
    /// The request had credentials, and the cache is shared by several users.
    case authorization
    /// The `Vary` field of the response contains no field names that could identify a request.
    case vary
    /// The request fields that `Vary` names were changed after the cache lookup.
    case changed
    /// The response has neither a freshness lifetime nor a validator, so the cache could never
    /// serve the response.
    case unusable
    /// The cache's store has no room for the response.
    case store
    /// A different request, such as a `PUT` request, changed the resource after the request was
    /// sent.
    case invalidated
  }
}

extension Caching.Rules {
  /// Decides if the cache stores, updates or discards a response from the server.
  ///
  /// - Parameters:
  ///   - response: The head of the final response.
  ///   - request: The request that the cache let through to the server.
  ///   - stored: The cache entry that was chosen for the request, with or without validation.
  ///   - isValidation: A Boolean value that indicates whether the request carried the validators of
  ///     the cache entry.
  ///   - sent: The header fields that were finally sent.
  ///   - exchange: The times of the request and of the response.
  ///   - keying: The object that computes the keys of the cache entries.
  public func judge(
    _ response: HTTP.ResponseHead, to request: Caching.Request, stored: Caching.Entry?,
    isValidation: Bool, sent: HTTP.Fields, _ exchange: Caching.Exchange, _ keying: Caching.Keying
  ) -> Caching.Verdict {
    let wishes = Caching.RequestDirectives(request.fields)
    if isValidation, response.status == .notModified {
      guard let stored, Caching.Validators(response.fields).fit(stored.terms.validators) else {
        return .fetchAgain
      }
      return .validated(stored.updated(by: response, exchange, self))
    }
    if let stored, Self.failures.contains(response.status.code),
      maySave(stored, wishes, at: exchange.received)
    {
      return .saved
    }
    if request.method == .head, let stored {
      return judgeHead(response, stored, exchange)
    }
    let isNews = stored != nil && !response.status.isServerError
    let isAuthorized =
      request.fields.contains(.authorization) || sent.contains(.authorization)
    if let refusal = refusal(of: response, to: request, isAuthorized: isAuthorized, wishes) {
      return .deliver(refusal, discardsStored: isNews)
    }
    guard
      let entry = Caching.Entry(
        response, to: request, isAuthorized: isAuthorized, exchange, self, keying)
    else {
      return .deliver(.vary, discardsStored: isNews)
    }
    var final = request
    final.fields = sent
    guard entry.selection.matches(final, keying) else {
      return .deliver(.changed, discardsStored: isNews)
    }
    guard isUsable(entry) else { return .deliver(.unusable, discardsStored: isNews) }
    return .store(entry)
  }

  /// The response status codes of a failing server. RFC 5861 section 4.
  private static let failures: Set = [500, 502, 503, 504]

  /// Returns the reason for not storing a response, or `nil` if the response may be stored.
  ///
  /// RFC 9111 section 3.
  private func refusal(
    of response: HTTP.ResponseHead, to request: Caching.Request, isAuthorized: Bool,
    _ wishes: Caching.RequestDirectives
  ) -> Caching.Refusal? {
    guard request.method == .get else { return .method }
    guard !wishes.noStore else { return .noStore }
    guard !request.isBarred else { return .bypass }
    let status = response.status
    guard !status.isInformational, status.code >= 200, status != .partialContent,
      status != .notModified, !status.isChallenge
    else { return .status }
    let directives = Caching.ResponseDirectives(response.fields)
    if directives.mustUnderstand {
      guard Self.understood.contains(status.code) else { return .status }
    } else if directives.noStore {
      return .noStore
    }
    if isShared {
      guard directives.isPrivate != .all else { return .isPrivate }
      guard !isAuthorized || permitsSharing(directives) else {
        return .authorization
      }
    }
    return nil
  }

  /// The response status codes that this cache understands for `must-understand`. RFC 9111 section
  /// 5.2.2.3.
  private static let understood: Set = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
  ]

  /// Returns whether a response can be reused, because the response has a freshness lifetime or a
  /// validator.
  ///
  /// RFC 9111 section 3.
  private func isUsable(_ entry: Caching.Entry) -> Bool {
    let terms = entry.terms
    let isStated = terms.statedLifetime(self) != nil && terms.directives.noCache != .all
    let isGuessed = terms.lifetime(self) > 0 && terms.directives.noCache != .all
    let mayBeKept =
      terms.isHeuristic || terms.statedLifetime(self) != nil || terms.directives.isPublic
      || !isShared && terms.directives.isPrivate != .none
    return isStated || isGuessed || mayBeKept && !terms.validators.isEmpty
  }

  /// Decides if the response to `HEAD` updates the cache entry or shows that the stored content is
  /// outdated.
  ///
  /// RFC 9111 section 4.3.5.
  private func judgeHead(
    _ response: HTTP.ResponseHead, _ stored: Caching.Entry, _ exchange: Caching.Exchange
  ) -> Caching.Verdict {
    guard response.status == .ok, stored.head.status == .ok,
      !Caching.ResponseDirectives(response.fields).noStore
    else {
      let isNews = !response.status.isServerError
      return .deliver(.method, discardsStored: isNews)
    }
    for name in [HTTP.FieldName.etag, .lastModified, .contentLength] {
      guard let value = response.fields[name] else { continue }
      guard value == stored.head.fields[name] else {
        return .deliver(.method, discardsStored: true)
      }
    }
    return .refresh(stored.updated(by: response, exchange, self))
  }

  /// Returns the URLs whose stored responses the cache must invalidate.
  ///
  /// The list is empty unless the request was unsafe and the server responded with a status from
  /// 200 to 399.
  ///
  /// RFC 9111 section 4.4.
  ///
  /// - Parameters:
  ///   - response: The response of the server.
  ///   - request: The request that the server has processed.
  public func invalidated(
    by response: HTTP.ResponseHead, to request: Caching.Request
  ) -> [HTTP.URL] {
    guard !request.method.isSafe, (200...399).contains(response.status.code) else { return [] }
    var urls = [request.url]
    for name in [HTTP.FieldName.location, .contentLocation] {
      guard let text = response.fields[name]?.bytes,
        let reference = try? HTTP.Reference(text.span),
        let url = try? request.url.resolving(reference),
        // A server may invalidate stored responses of its own origin, but not of other origins.
        url.origin == request.url.origin
      else { continue }
      urls.append(url)
    }
    return urls
  }

  /// Makes the header fields of a conditional request that validates a cache entry.
  ///
  /// RFC 9111 section 4.3.1.
  ///
  /// - Parameter entry: The cache entry to validate.
  public func conditions(of entry: Caching.Entry) -> HTTP.Fields {
    var fields = HTTP.Fields()
    if let tag = entry.terms.validators.entityTag {
      fields.append(.ifNoneMatch, HTTP.FieldValue(bytes: tag))
    }
    if let changed = entry.terms.validators.lastModified {
      fields.append(.ifModifiedSince, HTTP.FieldValue(bytes: changed))
    }
    return fields
  }
}

extension HTTP.Status {
  /// A Boolean value that indicates whether the response is an authentication challenge.
  ///
  /// A stored challenge would contain an old nonce, and would hide the response to the request with
  /// credentials.
  fileprivate var isChallenge: Bool { code == 401 || code == 407 }
}
