extension Caching {
  /// The treatment of the response to a request that was sent.
  public enum Verdict: Sendable, Equatable {
    /// Gives the answer on, and stores it as this entry.
    case store(Entry)
    /// Delivers the response without storing it; the reason, and whether stored ones are invalid.
    case deliver(Refusal, discardsStored: Bool)
    /// Gives the stored content with this entry, which takes the stored one's place.
    case validated(Entry)
    /// Sends the request again without a condition: the `304` does not match the stored entry.
    ///
    /// RFC 9111 section 4.3.4.
    case fetchAgain
    /// Gives the stored entry though it is stale, because the server fails.
    case saved
    /// Gives the answer to `HEAD` on, and brings the stored entry up to date.
    ///
    /// RFC 9111 section 4.3.5.
    case refresh(Entry)
  }

  /// The reason why a response is not stored.
  public enum Refusal: String, Sendable, Equatable, CaseIterable {
    /// The cache takes no part in the request.
    case bypass
    /// The method's answers are not stored.
    case method
    /// The status is not cacheable, or it is unknown and must be understood.
    case status
    /// The server or the caller sent `no-store`, or unreadable directives.
    case noStore = "no-store"
    /// It is for one user, and several share the cache.
    case isPrivate = "private"
    /// The request had credentials, and several users share the cache.
    case authorization
    /// `Vary` names no fields that could identify a request.
    case vary
    /// The fields that `Vary` names were changed after the cache decided.
    case changed
    /// It has neither a freshness lifetime nor a validator.
    case unusable
    /// The store has no room for it.
    case store
    /// Another request has changed the resource after this one was sent.
    case invalidated
  }
}

extension Caching.Rules {
  /// Decides about the response to a request that was sent.
  ///
  /// - Parameters:
  ///   - response: The head of the final response.
  ///   - request: The request for which the cache decided.
  ///   - stored: The entry that was chosen for it, with or without validation.
  ///   - isValidation: A Boolean value that indicates whether its validators were sent.
  ///   - sent: The fields that were sent in the end.
  ///   - exchange: The times of the request and of the response.
  ///   - keying: The key by which entries are named.
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

  /// The statuses of a server that fails. RFC 5861 section 4.
  private static let failures: Set = [500, 502, 503, 504]

  /// The reason for not storing a response; nil if it may be stored.
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

  /// The statuses whose rules for caches are followed here. RFC 9111 section 5.2.2.3.
  private static let understood: Set = [
    200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 501,
  ]

  /// Returns whether an entry can ever answer a request: it has a lifetime or a validator.
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

  /// Brings an entry up to date by the answer to `HEAD`, if both are of the same content.
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

  /// Returns the URLs whose stored responses must be invalidated.
  ///
  /// There are such URLs after a response to an unsafe request.
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
        // A server invalidates only its own URLs.
        url.origin == request.url.origin
      else { continue }
      urls.append(url)
    }
    return urls
  }

  /// Makes the fields of a request that validates an entry.
  ///
  /// RFC 9111 section 4.3.1.
  ///
  /// - Parameter entry: The stored entry to validate.
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
  /// A Boolean value that indicates whether the response is a challenge.
  ///
  /// A stored challenge would have an old nonce, and would hide the response to the credential.
  fileprivate var isChallenge: Bool { code == 401 || code == 407 }
}
