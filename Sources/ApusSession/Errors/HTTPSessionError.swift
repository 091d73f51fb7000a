public import ApusHTTP
internal import ApusSerialization

/// Why a request failed, with what had come of its answer until then.
///
///     do throws(HTTPSessionError) {
///       try await session.send(request)
///     } catch {
///       if case .status(404) = error.reason { … }
///     }
public struct HTTPSessionError: Error, Sendable {
  private let box: Box

  /// What the error says lies apart, so that it costs nothing to hand it up.
  private final class Box: Sendable {
    let reason: Reason
    let request: HTTP.Request?
    let response: HTTP.Response?
    let underlying: (any Error)?
    let redirects: [HTTP.Redirect]

    init(
      _ reason: Reason, _ request: HTTP.Request?, _ response: HTTP.Response?,
      _ underlying: (any Error)?, _ redirects: [HTTP.Redirect]
    ) {
      self.redirects = redirects
      self.reason = reason
      self.request = request
      self.response = response
      self.underlying = underlying
    }
  }

  /// An error of those parts.
  public init(
    _ reason: Reason, request: HTTP.Request? = nil, response: HTTP.Response? = nil,
    underlying: (any Error)? = nil, redirects: [HTTP.Redirect] = []
  ) {
    box = Box(reason, request, response, underlying, redirects)
  }

  /// What happened.
  public var reason: Reason { box.reason }

  /// What was asked.
  public var request: HTTP.Request? { box.request }

  /// The redirects that were followed before, the first one first.
  public var redirects: [HTTP.Redirect] {
    box.redirects.isEmpty ? box.response?.redirects ?? [] : box.redirects
  }

  /// The same error, with the redirects that have led to it.
  func after(_ redirects: [HTTP.Redirect]) -> HTTPSessionError {
    guard !redirects.isEmpty else { return self }
    return HTTPSessionError(
      reason, request: request, response: response, underlying: underlying, redirects: redirects)
  }

  /// The response if its head came, with the content received so far.
  public var response: HTTP.Response? { box.response }

  /// What is beneath the reason.
  ///
  /// It is what the request's own body or a function of the caller's threw, or all that a
  /// serializer has found wrong.
  public var underlying: (any Error)? { box.underlying }
}

extension HTTPSessionError: CustomStringConvertible {
  /// What was asked, and what came of it; no field is shown.
  public var description: String {
    let subject = request.map { "\($0.method) \(Self.withoutUser($0.target.text)): " } ?? ""
    // A serializer says all that the reason does, and what was accepted or is wrong besides.
    if let error = underlying as? ResponseSerializationError { return "\(subject)\(error)" }
    let cause = underlying.map { "\($0)" } ?? ""
    let words = reason.description
    let way = redirects.first.map { " (\(redirects.count) redirects from \($0.source.origin))" }
    return subject + words + (cause.isEmpty || cause == words ? "" : " (\(cause))") + (way ?? "")
  }

  /// A target as the caller has made it, without the user and password that it may name.
  private static func withoutUser(_ target: String) -> String {
    let bytes = Array(target.utf8)
    guard let slash = bytes.indices.first(where: { bytes[$0...].starts(with: [0x2f, 0x2f]) }) else {
      return target
    }
    let start = slash + 2
    let authority = bytes[start...].prefix { $0 != 0x2f && $0 != 0x3f && $0 != 0x23 }
    guard let at = authority.lastIndex(of: 0x40) else { return target }
    let shown = bytes[..<start] + Array("<redacted>".utf8) + bytes[at...]
    return String(decoding: shown, as: UTF8.self)
  }
}
