internal import ApusBytes
public import ApusHTTP

/// Holds values by identifiers.
///
/// `ImageCache` is one in memory; one of the caller's may be on a disk or shared by machines.
public protocol ImageStore<Value>: Sendable {
  /// The type of the stored values.
  associatedtype Value: Sendable

  /// Takes a value in, in the place of another of the same identifier.
  ///
  /// - Parameters:
  ///   - value: The value to keep.
  ///   - identifier: The name that identifies the value.
  func add(_ value: Value, identifier: String)

  /// The value of an identifier, which counts as used now.
  ///
  /// - Parameter identifier: The name that identifies the value.
  func value(identifier: String) -> Value?

  /// Removes a value, and returns whether it was there.
  ///
  /// - Parameter identifier: The name that identifies the value.
  @discardableResult
  func remove(identifier: String) -> Bool

  /// Removes all values, and returns whether there were any.
  @discardableResult
  func removeAll() -> Bool
}

/// Holds values by the requests that they answer.
///
/// A value is held for a GET request of a whole without content, and for no other. A value that
/// was made of a response, such as a picture of another size, has an identifier besides.
public protocol ImageRequestStore<Value>: ImageStore {
  /// Returns whether a value is to be held; by default it is.
  ///
  /// - Parameters:
  ///   - value: The value to keep or not.
  ///   - request: The request that the value is from.
  ///   - identifier: A further name, such as that of a size; nil for none.
  func shouldStore(_ value: Value, for request: HTTP.Request, identifier: String?) -> Bool

  /// Returns the identifier of a request, and of an identifier besides.
  ///
  /// Requests with different credentials must have different identifiers.
  ///
  /// - Parameters:
  ///   - request: The request of the value.
  ///   - identifier: A further name, such as that of a size; nil for none.
  func identifier(of request: HTTP.Request, identifier: String?) -> String
}

extension ImageRequestStore {
  /// Returns true: all values are held.
  ///
  /// - Parameters:
  ///   - value: The value to keep.
  ///   - request: The request that the value is from.
  ///   - identifier: A further name, such as that of a size; nil for none.
  public func shouldStore(
    _ value: Value, for request: HTTP.Request, identifier: String?
  ) -> Bool { true }

  /// Returns the URL, a digest of the request's credentials if it has any, and the identifier.
  ///
  /// A tab precedes the digest, and a space the identifier. A URL contains neither, so that no two
  /// requests have the same identifier. The digest covers `Authorization`, `Cookie`,
  /// `Proxy-Authorization` and every field whose value is marked as sensitive; it is of use in
  /// this process alone.
  ///
  /// - Parameters:
  ///   - request: The request of the value.
  ///   - identifier: A further name, such as that of a size; nil for none.
  public func identifier(of request: HTTP.Request, identifier: String?) -> String {
    let target = request.target.text
    var text =
      (try? HTTP.URL(target))?.description ?? "invalid:" + Hex.encode(Array(target.utf8))
    if let digest = RequestDigest.credentials(in: request.headers), !digest.isEmpty {
      text += "\t" + digest
    }
    return identifier.map { text + " " + $0 } ?? text
  }

  /// Stores a value for a request, if it is to be held.
  ///
  /// - Parameters:
  ///   - value: The value to keep.
  ///   - request: The request that the value is from.
  ///   - identifier: A further name, such as that of a size; nil for none.
  public func add(_ value: Value, for request: HTTP.Request, identifier: String? = nil) {
    guard holds(request), shouldStore(value, for: request, identifier: identifier) else { return }
    add(value, identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Returns the value of a request, which counts as used now.
  ///
  /// - Parameters:
  ///   - request: The request of the value.
  ///   - identifier: A further name, such as that of a size; nil for none.
  public func value(for request: HTTP.Request, identifier: String? = nil) -> Value? {
    guard holds(request) else { return nil }
    return value(identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Removes the value of a request, and returns whether there was one.
  ///
  /// - Parameters:
  ///   - request: The request of the value.
  ///   - identifier: A further name, such as that of a size; nil for none.
  @discardableResult
  public func remove(for request: HTTP.Request, identifier: String? = nil) -> Bool {
    guard holds(request) else { return false }
    return remove(identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Returns whether the value of a request may be stored.
  private func holds(_ request: HTTP.Request) -> Bool {
    request.isShareable && RequestDigest.credentials(in: request.headers) != nil
  }
}
