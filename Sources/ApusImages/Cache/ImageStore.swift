internal import ApusBytes
public import ApusHTTP

/// A cache for values that have identifiers.
///
/// An `ImageCache` is a store in memory. A program may implement a store on a disk, or a store that
/// several machines share.
public protocol ImageStore<Value>: Sendable {
  /// The type of the cached values.
  associatedtype Value: Sendable

  /// Stores a cached value, which replaces an older value with the same identifier.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - identifier: The name that identifies the value.
  func add(_ value: Value, identifier: String)

  /// Returns the cached value with an identifier, and marks the value as the most recently used.
  ///
  /// - Parameter identifier: The name that identifies the value.
  func value(identifier: String) -> Value?

  /// Removes the cached value with an identifier. Returns a Boolean value that indicates whether
  /// the cache contained the value.
  ///
  /// - Parameter identifier: The name that identifies the value.
  @discardableResult
  func remove(identifier: String) -> Bool

  /// Removes all cached values. Returns a Boolean value that indicates whether the cache contained
  /// any value.
  @discardableResult
  func removeAll() -> Bool
}

/// A cache for values that are identified by the requests that produced them.
///
/// The store accepts a value only for a GET request that has no content and requests a whole
/// resource. A value that was derived from a response, such as a resized picture, has an additional
/// identifier.
public protocol ImageRequestStore<Value>: ImageStore {
  /// Returns whether the cache accepts a value. By default every value is accepted.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  func shouldStore(_ value: Value, for request: HTTP.Request, identifier: String?) -> Bool

  /// Returns the cache identifier for a request and an additional identifier.
  ///
  /// Requests with different credentials must have different identifiers.
  ///
  /// - Parameters:
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  func identifier(of request: HTTP.Request, identifier: String?) -> String
}

extension ImageRequestStore {
  /// Returns `true`, because the cache stores all values by default.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  public func shouldStore(
    _ value: Value, for request: HTTP.Request, identifier: String?
  ) -> Bool { true }

  /// Returns a cache identifier from the URL, a digest of the request's credentials, and the
  /// additional identifier.
  ///
  /// The digest is omitted if the request has no credentials. A tab precedes the digest, and a
  /// space precedes the additional identifier. A URL contains neither a tab nor a space, so
  /// different requests have different identifiers. The digest covers the fields `Authorization`,
  /// `Cookie` and `Proxy-Authorization` and every sensitive field. The digest is valid only in this
  /// process.
  ///
  /// - Parameters:
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  public func identifier(of request: HTTP.Request, identifier: String?) -> String {
    let target = request.target.text
    var text =
      (try? HTTP.URL(target))?.description ?? "invalid:" + Hex.encode(Array(target.utf8))
    if let digest = RequestDigest.credentials(in: request.headers), !digest.isEmpty {
      text += "\t" + digest
    }
    return identifier.map { text + " " + $0 } ?? text
  }

  /// Stores the value of a request if the cache accepts the value.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  public func add(_ value: Value, for request: HTTP.Request, identifier: String? = nil) {
    guard holds(request), shouldStore(value, for: request, identifier: identifier) else { return }
    add(value, identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Returns the cached value of a request, and marks the value as the most recently used.
  ///
  /// - Parameters:
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  public func value(for request: HTTP.Request, identifier: String? = nil) -> Value? {
    guard holds(request) else { return nil }
    return value(identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Removes the cached value of a request. Returns a Boolean value that indicates whether the
  /// cache contained the value.
  ///
  /// - Parameters:
  ///   - request: The request that produced the value.
  ///   - identifier: An additional name, such as the name of a size, or `nil`.
  @discardableResult
  public func remove(for request: HTTP.Request, identifier: String? = nil) -> Bool {
    guard holds(request) else { return false }
    return remove(identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Returns whether the cache may contain the value of a request.
  private func holds(_ request: HTTP.Request) -> Bool {
    request.isShareable && RequestDigest.credentials(in: request.headers) != nil
  }
}
