extension Caching {
  /// The way in which the answer to a request that was sent is dealt with.
  public enum Verdict: Sendable, Equatable {
    /// Gives the answer on, and stores it as this entry.
    case store(Entry)
    /// Gives the answer on; why it is not stored, and whether what is stored is no longer true.
    case deliver(Refusal, discardsStored: Bool)
    /// Gives the stored content with this entry, which takes the stored one's place.
    case validated(Entry)
    /// Sends the request once more without a condition: the `304` is about nothing that is stored.
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

  /// Why a response is not stored.
  public enum Refusal: String, Sendable, Equatable, CaseIterable {
    /// The cache takes no part in the request.
    case bypass
    /// The method's answers are not stored.
    case method
    /// A status whose answers are not stored, or one that is not known where it must be.
    case status
    /// The server or the caller says `no-store`, or something that cannot be read.
    case noStore = "no-store"
    /// It is for one user, and several share the cache.
    case isPrivate = "private"
    /// The request had credentials, and several users share the cache.
    case authorization
    /// `Vary` names no fields by which a request could be recognised.
    case vary
    /// The fields that `Vary` names were changed after the cache was asked.
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
  /// Judges the answer to a request that was sent.
  ///
  /// - Parameters:
  ///   - response: The head of the answer, which is no interim one.
  ///   - request: The request as the cache was asked.
  ///   - stored: The entry that was chosen for it, whether or not it was asked by its validators.
  ///   - isValidation: Whether its validators were sent.
  ///   - sent: The fields that were sent in the end.
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

  /// Why a response may not be stored; nil if it may.
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

  /// Whether an entry can ever answer a request: it says how long it is fresh, or can be validated.
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

  /// Returns the URLs of which nothing that is stored is true any more.
  ///
  /// An answer to a request that may have changed something makes it so.
  ///
  /// RFC 9111 section 4.4.
  public func invalidated(
    by response: HTTP.ResponseHead, to request: Caching.Request
  ) -> [HTTP.URL] {
    guard !request.method.isSafe, (200...399).contains(response.status.code) else { return [] }
    var urls = [request.url]
    for name in [HTTP.FieldName.location, .contentLocation] {
      guard let text = response.fields[name]?.bytes,
        let reference = try? HTTP.Reference(text.span),
        let url = try? request.url.resolving(reference),
        // One server says nothing of another's.
        url.origin == request.url.origin
      else { continue }
      urls.append(url)
    }
    return urls
  }

  /// Makes the fields of a request that asks whether an entry is still true.
  ///
  /// RFC 9111 section 4.3.1.
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
