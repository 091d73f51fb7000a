public import ApusHTTP

/// Holds values by identifiers.
///
/// `ImageCache` is one in memory; one of the caller's may be on a disk or shared by machines.
public protocol ImageStore<Value>: Sendable {
  /// What is held.
  associatedtype Value: Sendable

  /// Takes a value in, in the place of another of the same identifier.
  func add(_ value: Value, identifier: String)

  /// The value of an identifier, which counts as used now.
  func value(identifier: String) -> Value?

  /// Drops a value, and says whether it was there.
  @discardableResult
  func remove(identifier: String) -> Bool

  /// Drops everything, and says whether there was anything.
  @discardableResult
  func removeAll() -> Bool
}

/// Holds values by the requests that they answer.
///
/// A value that was made of an answer, such as a picture of another size, has an identifier
/// besides.
public protocol ImageRequestStore<Value>: ImageStore {
  /// Whether a value is to be held; it is, unless another answer is given here.
  func shouldStore(_ value: Value, for request: HTTP.Request, identifier: String?) -> Bool

  /// What a request and an identifier besides come to: the URL with the identifier behind it.
  func identifier(of request: HTTP.Request, identifier: String?) -> String
}

extension ImageRequestStore {
  /// Returns all values are held.
  public func shouldStore(
    _ value: Value, for request: HTTP.Request, identifier: String?
  ) -> Bool { true }

  /// Returns the URL with the identifier behind it.
  public func identifier(of request: HTTP.Request, identifier: String?) -> String {
    let url = try? HTTP.URL(request.target.text)
    return (url?.description ?? request.target.text) + (identifier ?? "")
  }

  /// Takes a value in for a request, if it is to be held.
  public func add(_ value: Value, for request: HTTP.Request, identifier: String? = nil) {
    guard shouldStore(value, for: request, identifier: identifier) else { return }
    add(value, identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Returns the value of a request, which counts as used now.
  public func value(for request: HTTP.Request, identifier: String? = nil) -> Value? {
    value(identifier: self.identifier(of: request, identifier: identifier))
  }

  /// Drops the value of a request, and says whether it was there.
  @discardableResult
  public func remove(for request: HTTP.Request, identifier: String? = nil) -> Bool {
    remove(identifier: self.identifier(of: request, identifier: identifier))
  }
}
